namespace SignalMonitor.Variables.Database;

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
    long Id, DateTimeOffset ChangedUtc, string ChangedBy, string Table, long RowId, long Revision, string? Old, string? New);
