using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Database;

/// <summary>One edit of one row. The key names the row, not its number.</summary>
/// <param name="Row">The row as it shall be; for a removal, as it was read.</param>
/// <param name="Kind">What to do.</param>
/// <param name="From">The revision this edit was made from; 0 = no such row may be there; null = whatever is
/// there.</param>
public sealed record Edit(Definition Row, EditKind Kind, long? From);

/// <summary>An edit that was made; one that changed nothing is none.</summary>
/// <param name="Old">The row before; null = it was added.</param>
/// <param name="New">The row after; null = it was removed.</param>
public sealed record MadeEdit(Definition? Old, Definition? New)
{
    /// <summary>The row after it; of a removal, before it.</summary>
    public Definition Row => New ?? Old!;
}

/// <summary>What an edit does.</summary>
public enum EditKind
{
    /// <summary>Adds the row, or gives it new content.</summary>
    Put,

    /// <summary>Removes it.</summary>
    Remove,
}

/// <summary>What became of edits.</summary>
public sealed record EditOutcome
{
    /// <summary>Why nothing was changed; none = all was done.</summary>
    public IReadOnlyList<VariableFault> Faults { get; init; } = [];

    /// <summary>Rows that were added.</summary>
    public int Added { get; init; }

    /// <summary>Rows with new content.</summary>
    public int Changed { get; init; }

    /// <summary>Rows that were so already; they keep their revision.</summary>
    public int Unchanged { get; init; }

    /// <summary>Rows that are gone.</summary>
    public int Removed { get; init; }

    /// <summary>The set after the edits.</summary>
    public VariableSet? Set { get; init; }
}
