using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Configuration;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Variables.Verbs;

/// <summary>
/// The verb `limits list|set|remove|try`. Try computes over the blocks of a recording or journal what the limits would
/// have done, one of them changed as `set` would; nothing is stored.
/// </summary>
/// <param name="trial">Computes it: exit code.</param>
internal sealed class LimitsVerb(Func<VerbSession, VariableSet, LimitsVerbOptions, int> trial)
{
    private readonly RowVerb<StoredLimit> _rows = new(RowEdits.Limits, DefinitionText.Limits);

    /// <summary>The verb for the host.</summary>
    /// <param name="check">Judges definitions before they are stored.</param>
    public HostVerb<MonitorOptions> Verb(Func<VerbContext<MonitorOptions>, IVariableCheck> check) => new(
        RowEdits.Limits.Verb,
        "list, set, remove: limits; try: their alarms over a recording",
        context => RunAsync(context, check(context)))
    {
        ExtraOptions = typeof(LimitsVerbOptions),
        ProgramSections = ["State", "Database", "Connections"],
        Argument = nameof(LimitsVerbOptions.Action),
        NextArgument = nameof(LimitsVerbOptions.Name),
        Flags = [nameof(LimitsVerbOptions.Json)],
    };

    private Task<int> RunAsync(VerbContext<MonitorOptions> context, IVariableCheck check)
    {
        LimitsVerbOptions options = context.Extra<LimitsVerbOptions>();
        return Task.FromResult(VerbSession.Run(
            context,
            RowEdits.Limits.Verb,
            options.Station,
            options.By,
            check,
            import: false,
            session => options.Action == RowAction.Try ? Try(session, options) : _rows.Run(session, options)));
    }

    private int Try(VerbSession session, LimitsVerbOptions options)
    {
        if (options.Source is null)
            return session.Fail("try needs --source: the folder of a recording, or a journal");
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        if (options.Name is null)
            return trial(session, set, options);
        RowOutcome outcome = RowEdits.Limits.Preview(session.Edits, options.Columns.Change(options.Name), set);
        if (outcome.Row is not StoredLimit changed)
            return session.Finish(outcome, static _ => { });
        StoredLimit[] others = [.. set.Limits.Where(limit => limit.Title != changed.Title)];

        // One that is not stored yet has no number.
        StoredLimit tried = changed.Revision > 0
            ? changed : changed with { Id = set.Limits.Max(limit => (long?)limit.Id) + 1 ?? 1, Revision = 1 };
        return trial(session, set with { Limits = [.. others, tried] }, options);
    }
}

/// <summary>Options of the verb `limits`. What is null was not given.</summary>
internal sealed class LimitsVerbOptions : RowVerbOptions<StoredLimit>
{
    /// <summary>Where the blocks are.</summary>
    [Description("try: the folder of a recording, or the journal of a connector")]
    public string? Source { get; set; }

    /// <summary>Name of the stream.</summary>
    [Description("try: name of the stream; needed when there are several")]
    public string? Stream { get; set; }

    /// <summary>First block.</summary>
    [Description("try: first block: a sequence, or a UTC time such as 2026-03-01T12:00:00")]
    public string? From { get; set; }

    /// <summary>Last block.</summary>
    [Description("try: last block: a sequence, or a UTC time")]
    public string? To { get; set; }

    /// <summary>Epoch of the publisher.</summary>
    [Description("try: only this epoch of the connector; needed for a sequence that several epochs have")]
    [Range(1, long.MaxValue)]
    public long? Epoch { get; set; }
}
