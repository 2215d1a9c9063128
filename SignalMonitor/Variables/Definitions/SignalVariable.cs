using FuncLibs.Signals.Expressions.Program;

namespace SignalMonitor.Variables.Definitions;

/// <summary>A named formula over the channels of a station: one row of `signal_variable`.</summary>
public sealed record SignalVariable : Definition
{
    /// <summary>Digits shown by default.</summary>
    public const int DefaultDigits = 3;

    /// <summary>Most digits shown.</summary>
    internal const int MaxDigits = 15;

    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>Its name, unique in the station: a letter, then letters, digits and _. Names differ by case.</summary>
    public required string Name { get; init; }

    /// <summary>The formula; up to 65,536 characters.</summary>
    public required string Expression { get; init; }

    /// <summary>Unit of the result; empty = as the formula gives it.</summary>
    public string Unit { get; init; } = "";

    /// <summary>Decimals where it is shown, 0 to 15. It rounds nothing that is computed.</summary>
    public int DisplayDigits { get; init; } = DefaultDigits;

    /// <summary>False: kept, not computed.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>
    /// True: the state of its functions (extremes, counts, damage, results of a test) continues over a new test run.
    /// False: a new test run resets it.
    /// </summary>
    public bool KeepOverRuns { get; init; }

    /// <summary>
    /// Subtracted from every value, in the unit of the values; 0 = nothing is. The verb `tare` sets and removes it; an
    /// edit of the formula or the unit removes it.
    /// </summary>
    public double Tare { get; init; }

    /// <summary>How often the verb `reset` cleared what its functions remember.</summary>
    public long Resets { get; init; }

    /// <summary>Free text.</summary>
    public string Note { get; init; } = "";

    /// <summary>As the compiler takes it.</summary>
    internal VariableDefinition ToCompiled() => new(Name, Expression, Unit)
    {
        ContinuesAcrossRuns = KeepOverRuns,
        Tare = Tare,
        Resets = Resets,
    };
}
