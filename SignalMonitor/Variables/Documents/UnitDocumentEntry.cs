using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

/// <summary>A unit of the lab in a document.</summary>
public sealed record UnitDocumentEntry
{
    /// <inheritdoc cref="UnitDefinition.Name"/>
    public required string Name { get; init; }

    /// <inheritdoc cref="UnitDefinition.Dimension"/>
    public required string Dimension { get; init; }

    /// <inheritdoc cref="UnitDefinition.Factor"/>
    public required double Factor { get; init; }

    /// <inheritdoc cref="UnitDefinition.Offset"/>
    public double Offset { get; set; }

    internal static UnitDocumentEntry Of(UnitDefinition row) =>
        new() { Name = row.Name, Dimension = row.Dimension, Factor = row.Factor, Offset = row.Offset };

    internal UnitDefinition ToRow() => new() { Name = Name, Dimension = Dimension, Factor = Factor, Offset = Offset };
}
