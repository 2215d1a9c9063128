using System.Collections.Immutable;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Database;

/// <summary>
/// The database of signal variables. The connection is made at the first call, and again after a failure. One thread at
/// a time; other threads and processes have repositories of their own on the same database.
/// </summary>
public interface IVariableRepository : IDisposable
{
    /// <summary>How the database is called in messages.</summary>
    string Name { get; }

    /// <summary>
    /// All enabled variables of a station with their revisions, by number of the row. Which one needs which is in the
    /// formulas: who compiles them puts them in order.
    /// </summary>
    DatabaseResult<StationVariables> GetDBSignalVars(string station);

    /// <summary>
    /// Variables of all stations, the disabled too, whose formula or unit has a text anywhere, by station. It may give
    /// more than that, in other case for one: the caller compares.
    /// </summary>
    DatabaseResult<IReadOnlyList<SignalVariable>> VariablesNaming(string text);

    /// <summary>Everything of a station, all of one moment.</summary>
    DatabaseResult<VariableSet> Load(string station);

    /// <summary>Counts every edit, also those made by hand in SQL. Cheap: for watching.</summary>
    DatabaseResult<RevisionMark> Revision();

    /// <summary>
    /// Makes edits, all or none: in one transaction with their lines in the change log, after the check of the set that
    /// would be. When that finds a fault that was not there before, the outcome has it and nothing has changed.
    /// </summary>
    /// <param name="station">The station that the check sees.</param>
    /// <param name="author">Who.</param>
    /// <param name="plan">From the set that is there, the edits.</param>
    /// <param name="check">Judges the set that would be.</param>
    /// <param name="note">Notes the edits before they are in force; what it returns is why that failed, and then
    /// nothing is changed. Null = nothing is noted.</param>
    DatabaseResult<EditOutcome> Change(
        string station,
        string author,
        Func<VariableSet, IReadOnlyList<Edit>> plan,
        IVariableCheck check,
        Func<IReadOnlyList<MadeEdit>, string?>? note = null);

    /// <summary>Test runs of a station, newest first.</summary>
    DatabaseResult<IReadOnlyList<TestRun>> Runs(string station, int max);

    /// <summary>The change log, newest first.</summary>
    DatabaseResult<IReadOnlyList<ChangeEntry>> Changes(int max);
}

/// <summary>The state of a database; another mark = something may be different.</summary>
/// <param name="Revision">Edits so far.</param>
/// <param name="Connection">Connections made by the repository so far: after a new one there may be another file, or a
/// restored backup.</param>
public sealed record RevisionMark(long Revision, long Connection);

/// <summary>The answer of <see cref="IVariableRepository.GetDBSignalVars"/>.</summary>
/// <param name="Revision">Edits of the database so far.</param>
/// <param name="Variables">Enabled variables by number of the row; each has its own revision.</param>
/// <param name="Broken">Rows that could not be used.</param>
public sealed record StationVariables(
    long Revision, ImmutableArray<SignalVariable> Variables, ImmutableArray<BrokenRow> Broken);

/// <summary>One line of the change log.</summary>
/// <param name="Id">Its number.</param>
/// <param name="ChangedUtc">When.</param>
/// <param name="ChangedBy">Who.</param>
/// <param name="Table">Table of the row.</param>
/// <param name="RowId">Its number.</param>
/// <param name="Revision">The revision that the edit made; of a removal, the last one.</param>
/// <param name="Old">The row before, as JSON; null = it was added.</param>
/// <param name="New">The row after; null = it was removed.</param>
public sealed record ChangeEntry(
    long Id,
    DateTimeOffset ChangedUtc,
    string ChangedBy,
    string Table,
    long RowId,
    long Revision,
    string? Old,
    string? New);
