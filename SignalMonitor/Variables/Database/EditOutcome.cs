using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Database;

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
