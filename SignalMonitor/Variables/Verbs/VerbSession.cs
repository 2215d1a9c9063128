using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Audit;
using SignalMonitor.Configuration;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Variables.Verbs;

/// <summary>What an action of a verb works with: the database, the station, who edits, and where to write.</summary>
/// <param name="Verb">The verb, in front of each fault.</param>
/// <param name="Repository">The database.</param>
/// <param name="Station">Site/rig.</param>
/// <param name="Author">Who edits.</param>
/// <param name="Check">Judges edits.</param>
/// <param name="Streams">Where to write.</param>
internal sealed record VerbSession(
    string Verb,
    IVariableRepository Repository,
    string Station,
    string Author,
    IVariableCheck Check,
    ProcessStreams Streams)
{
    private const int MaxFaults = 50;

    /// <summary>Results.</summary>
    public TextWriter Output => Streams.Output;

    /// <summary>The same without a terminal.</summary>
    public EditSession Edits => new(Repository, Station, Author, Check) { Audit = Audit };

    /// <summary>Notes every edit.</summary>
    public EditAudit? Audit { get; init; }

    /// <summary>Runs an action on the database that the configuration names.</summary>
    public static int Run(
        VerbContext<MonitorOptions> context,
        string verb,
        string? station,
        string? author,
        IVariableCheck check,
        bool import,
        Func<VerbSession, int> action)
    {
        MonitorOptions options = context.Options;
        if (FollowedStation.Select(options, station, out FollowedStation followed) is { } unknown)
            return Refuse(context.Streams, verb, unknown);
        using IVariableRepository? repository = VariableDatabase.Open(
            followed.Database,
            options.State.Folder,
            TimeProvider.System,
            make: import,
            seed: !import);
        if (repository is null)
            return Refuse(
                context.Streams, verb, "there is no database: Database:Provider is none; set it to sqlite or postgres");
        var session = new VerbSession(
            verb,
            repository,
            followed.Name,
            author ?? Environment.UserName,
            check,
            context.Streams)
        {
            Audit = new EditAudit(
                AuditLog.In(options.State.Folder, TimeProvider.System),
                $"verb {verb}{(import ? " import" : "")}",
                context.Streams.Error.WriteLine),
        };
        return session.Edits.Fault is { } fault ? session.Fail(fault.ToString()) : action(session);
    }

    /// <summary>One fault: a line, and the exit code.</summary>
    public int Fail(string text) => Refuse(Streams, Verb, text);

    /// <summary>Faults of definitions: a line each, and the exit code, or 0 without one.</summary>
    public int Fail<T>(IReadOnlyCollection<T> faults)
        where T : notnull
    {
        foreach (T fault in faults.Take(MaxFaults))
            Refuse(Streams, Verb, fault.ToString()!);
        if (faults.Count > MaxFaults)
            Refuse(Streams, Verb, $"and {faults.Count - MaxFaults} more");
        return faults.Count == 0 ? ExitCodes.Ok : ExitCodes.CannotStart;
    }

    /// <summary>Prints the result of an edit of a row: why not, or what was done.</summary>
    public int Finish(RowOutcome outcome, Action<RowOutcome> done)
    {
        if ((outcome.Database?.Text ?? outcome.Missing ?? outcome.Wrong) is { } text)
            return Fail(text);
        if (outcome.Faults.Count > 0)
            return Fail(outcome.Faults);
        done(outcome);
        return ExitCodes.Ok;
    }

    /// <summary>Makes edits; prints why not.</summary>
    /// <param name="plan">The edits.</param>
    /// <param name="done">Writes what was done.</param>
    public int Change(Func<VariableSet, IReadOnlyList<Edit>> plan, Action<EditOutcome> done)
    {
        if (!Edits.Change(plan).Has(out EditOutcome? outcome, out DatabaseFault? fault))
            return Fail(fault.Text);
        if (outcome.Faults.Count > 0)
            return Fail(outcome.Faults);
        done(outcome);
        return ExitCodes.Ok;
    }

    private static int Refuse(ProcessStreams streams, string verb, string text)
    {
        streams.Error.WriteLine($"{verb}: {text}");
        return ExitCodes.CannotStart;
    }
}
