using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Editing;

/// <summary>What became of an edit of one row: the row, or one of the reasons why nothing was changed.</summary>
internal sealed record RowOutcome
{
    /// <summary>The row as it is stored now; of a removal, as it was; with faults, as it would be.</summary>
    public Definition? Row { get; init; }

    /// <summary>True when it was so already, and keeps its revision.</summary>
    public bool IsUnchanged { get; init; }

    /// <summary>Rows that are gone.</summary>
    public int Removed { get; init; }

    /// <summary>The database did not do it.</summary>
    public DatabaseFault? Database { get; init; }

    /// <summary>There is no such row, in one line.</summary>
    public string? Missing { get; init; }

    /// <summary>What is wrong with the edit itself, in one line.</summary>
    public string? Wrong { get; init; }

    /// <summary>What is wrong with the definitions that would be.</summary>
    public IReadOnlyList<VariableFault> Faults { get; init; } = [];
}
