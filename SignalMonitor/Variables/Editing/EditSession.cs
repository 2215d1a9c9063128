using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Editing;

/// <summary>What an edit of definitions works with, from a verb or from the dashboard.</summary>
/// <param name="Repository">The database.</param>
/// <param name="Station">Site/rig.</param>
/// <param name="Author">Who edits.</param>
/// <param name="Check">Judges edits.</param>
internal sealed record EditSession(IVariableRepository Repository, string Station, string Author, IVariableCheck Check)
{
    /// <summary>What is wrong with the station or the author; null when nothing is.</summary>
    public FieldFault? Fault => FieldRules.Station(Station) ?? FieldRules.Line("by", Author, 1, FieldRules.MaxAuthor);

    /// <summary>Notes every edit; null = none is noted.</summary>
    public EditAudit? Audit { get; init; }

    /// <summary>Makes edits, all or none. They are in the audit log before they are in force.</summary>
    /// <param name="plan">From the set that is there, the edits.</param>
    public DatabaseResult<EditOutcome> Change(Func<VariableSet, IReadOnlyList<Edit>> plan) => Repository.Change(
        Station, Author, plan, Check, Audit is { } audit ? edits => audit.Note(Author, edits) : null);
}
