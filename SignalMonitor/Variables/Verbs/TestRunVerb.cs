using System.Globalization;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Formatting;
using SignalMonitor.Configuration;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Verbs;

/// <summary>The verb `testrun show|start|set|stop`: which specimen is in the rig.</summary>
internal static class TestRunVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "testrun";

    /// <summary>The word behind the verb is this option.</summary>
    public const string Argument = nameof(TestRunVerbOptions.Action);

    /// <summary>And the next one this.</summary>
    public const string NextArgument = nameof(TestRunVerbOptions.Name);

    /// <summary>The option that may stand without a value.</summary>
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

    private static int Run(VerbSession session, TestRunVerbOptions options, DateTimeOffset now)
    {
        if (options.Action == TestRunAction.Show)
            return Show(session, options);
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        if (options.Action == TestRunAction.Start)
            return Start(session, options, set.Run, now);
        if (set.Run is not { } run)
            return session.Fail(
                $"no test run goes on in {session.Station}; begin one with: testrun start NAME --L0 50 --S0 78.54");
        DateTimeOffset? stopped = options.Action == TestRunAction.Stop ? now : null;
        return Put(session, With(run, options) with { StoppedUtc = stopped }, run.Revision, options.Json);
    }

    private static int Start(VerbSession session, TestRunVerbOptions options, TestRun? open, DateTimeOffset now)
    {
        if (open is not null)
            return session.Fail($"test run {open.Name} goes on in {session.Station} since {Text(open.StartedUtc)} "
                + $"UTC; end it first "
                + "with: testrun stop");
        if (options.Name is null)
            return session.Fail("start needs a name: testrun start T-17 --Specimen S1 --L0 50 --S0 78.54");
        var started = new TestRun { Station = session.Station, Name = options.Name, StartedUtc = now };
        return Put(session, With(started, options), 0, options.Json);
    }

    private static int Put(VerbSession session, TestRun run, long from, bool json) => session.Change(
        _ => [new Edit(run, EditKind.Put, from)],
        outcome => session.Output.WriteLine(json && outcome.Set!.Run is { } stored
            ? DefinitionJson.Of(stored)
            : $"test run {run.Name}: {(run.StoppedUtc is null ? "goes on" : "stopped")}"));

    private static int Show(VerbSession session, TestRunVerbOptions options)
    {
        if (!session.Repository.Runs(
            session.Station, options.Last).Has(out IReadOnlyList<TestRun>? runs, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        if (options.Json)
        {
            foreach (TestRun run in runs)
                session.Output.WriteLine(DefinitionJson.Of(run));
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
                run.Name, run.Specimen, run.Operator, Text(run.L0Mm), Text(run.S0Mm2), EnumWords.Of(run.ControlMode),
                Text(run.StartedUtc),
                run.StoppedUtc is { } stopped ? Text(stopped) : "goes on", run.Note,
            }));
        return ExitCodes.Ok;
    }

    private static TestRun With(TestRun run, TestRunVerbOptions options) =>
        (TestRun)options.Columns.Change(run.Name).ApplyTo(run);

    private static string Text(DateTimeOffset time) =>
        time.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);

    private static string Text(double? number) => number?.ToString(CultureInfo.InvariantCulture) ?? "";
}
