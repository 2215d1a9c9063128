namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// A unit of the lab's own, of all stations: one row of `unit`. One of it is `Factor` of the dimension's base unit,
/// plus `Offset`.
/// </summary>
public sealed record UnitDefinition : Definition
{
    /// <summary>How it is written: <c>kip</c>.</summary>
    public required string Name { get; init; }

    /// <summary>What it measures, as the unit system of the formulas writes it.</summary>
    public required string Dimension { get; init; }

    /// <summary>Base units in one; finite, not 0.</summary>
    public required double Factor { get; init; }

    /// <summary>Added after the factor, in base units: base = factor * value + offset.</summary>
    public double Offset { get; init; }
}
