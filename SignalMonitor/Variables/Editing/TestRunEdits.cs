using System.Globalization;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Editing;

/// <summary>Begins, changes and ends the test run of a station, as the verb and the dashboard do.</summary>
internal static class TestRunEdits
{
    /// <summary>Begins a run; refused while another is open.</summary>
    /// <param name="session">Where, and who.</param>
    /// <param name="change">The name of the run, and what is given of it.</param>
    /// <param name="now">When it begins.</param>
    public static RowOutcome Start(EditSession session, RowChange change, DateTimeOffset now)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return new RowOutcome { Database = fault };
        if (set.Run is { } open)
            return new RowOutcome
            {
                Wrong = $"test run {open.Name} is running in {session.Station} since {Text(open.StartedUtc)} UTC; "
                    + "first: testrun stop",
            };
        var run = new TestRun { Station = session.Station, Name = change.Name, StartedUtc = now };
        return Put(session, (TestRun)change.ApplyTo(run), from: 0);
    }

    /// <summary>Changes the open run.</summary>
    /// <param name="session">Where, and who.</param>
    /// <param name="change">What is given of the run of a name.</param>
    /// <param name="stopped">When it ends; null = it continues.</param>
    public static RowOutcome Change(EditSession session, Func<string, RowChange> change, DateTimeOffset? stopped)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return new RowOutcome { Database = fault };
        if (set.Run is not { } run)
            return new RowOutcome
            {
                Missing = $"no test run is running in {session.Station}; start one with: "
                    + "testrun start NAME --L0 50 --S0 78.54",
            };
        return Put(
            session, (TestRun)change(run.Name).ApplyTo(run) with { StoppedUtc = stopped }, run.Revision);
    }

    private static RowOutcome Put(EditSession session, TestRun run, long from)
    {
        if (!session.Change(_ => [new Edit(run, EditKind.Put, from)])
            .Has(out EditOutcome? outcome, out DatabaseFault? fault))
            return new RowOutcome { Database = fault };
        return outcome.Faults.Count > 0
            ? new RowOutcome { Row = run, Faults = outcome.Faults }
            : new RowOutcome { Row = outcome.Set!.NewestRun ?? run, IsUnchanged = outcome.Unchanged > 0 };
    }

    private static string Text(DateTimeOffset time) =>
        time.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);
}
