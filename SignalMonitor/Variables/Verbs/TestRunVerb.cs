using System.Globalization;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Formatting;
using SignalMonitor.Configuration;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Variables.Verbs;

/// <summary>The verb `testrun show|start|set|stop`: which specimen is in the rig.</summary>
internal static class TestRunVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "testrun";

    /// <summary>The word after the verb is this option.</summary>
    public const string Argument = nameof(TestRunVerbOptions.Action);

    /// <summary>And the next one this.</summary>
    public const string NextArgument = nameof(TestRunVerbOptions.Name);

    /// <summary>The option that may be given without a value.</summary>
    public const string Flag = nameof(TestRunVerbOptions.Json);

    /// <summary>Exit code 0, or 2 with one line on standard error for each fault.</summary>
    /// <param name="context">Options and streams.</param>
    /// <param name="check">Judges definitions: formulas may need the data of a run.</param>
    /// <param name="time">For the times of runs.</param>
    public static Task<int> RunAsync(VerbContext<MonitorOptions> context, IVariableCheck check, TimeProvider time)
    {
        TestRunVerbOptions options = context.Extra<TestRunVerbOptions>();
        var now = DateTimeOffset.FromUnixTimeMilliseconds(time.GetUtcNow().ToUnixTimeMilliseconds());
        return Task.FromResult(VerbSession.Run(
            context, Name, options.Station, options.By, check, import: false, session => Run(session, options, now)));
    }

    private static int Run(VerbSession session, TestRunVerbOptions options, DateTimeOffset now) => options.Action switch
    {
        TestRunAction.Show => Show(session, options),
        TestRunAction.Start when options.Name is null =>
            session.Fail("start needs a name: testrun start T-17 --Specimen S1 --L0 50 --S0 78.54"),
        TestRunAction.Start => Finish(
            session, TestRunEdits.Start(session.Edits, options.Columns.Change(options.Name), now), options.Json),
        TestRunAction.Set => Finish(
            session, TestRunEdits.Change(session.Edits, name => options.Columns.Change(name), null), options.Json),
        _ => Finish(
            session, TestRunEdits.Change(session.Edits, name => options.Columns.Change(name), now), options.Json),
    };

    private static int Finish(VerbSession session, RowOutcome outcome, bool json) => session.Finish(outcome, done =>
    {
        var run = (TestRun)done.Row!;
        session.Output.WriteLine(json
            ? DefinitionJson.Format(run)
            : $"test run {run.Name}: {(run.StoppedUtc is null ? "running" : "stopped")}");
    });

    private static int Show(VerbSession session, TestRunVerbOptions options)
    {
        if (!session.Repository.Runs(
            session.Station, options.Last).Has(out IReadOnlyList<TestRun>? runs, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        if (options.Json)
        {
            foreach (TestRun run in runs)
                session.Output.WriteLine(DefinitionJson.Format(run));
            return ExitCodes.Ok;
        }

        session.Output.WriteLine(runs.Count == 0 ? $"{session.Station}: no test run yet" : $"{session.Station}: "
            + $"newest first, times "
            + "in UTC");
        TextTable.Write(
            session.Output,
            ["run", "specimen", "operator", "l0 mm", "s0 mm2", "control", "started", "stopped", "note"],
            runs.Select(run => new[]
            {
                run.Name, run.Specimen, run.Operator, Text(run.L0Mm), Text(run.S0Mm2), EnumWords.Get(run.ControlMode),
                Text(run.StartedUtc),
                run.StoppedUtc is { } stopped ? Text(stopped) : "running", run.Note,
            }));
        return ExitCodes.Ok;
    }

    private static string Text(DateTimeOffset time) =>
        time.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);

    private static string Text(double? number) => number?.ToString(CultureInfo.InvariantCulture) ?? "";
}
