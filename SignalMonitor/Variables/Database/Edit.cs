using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Database;

/// <summary>One edit of one row. Which row is meant is said by its key, not its number.</summary>
/// <param name="Row">The row as it shall be; for a removal, as it was read.</param>
/// <param name="Kind">What to do.</param>
/// <param name="From">The revision this edit was made from; 0 = no such row may be there; null = whatever is there.</param>
public sealed record Edit(Definition Row, EditKind Kind, long? From);
