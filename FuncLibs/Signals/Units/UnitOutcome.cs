namespace FuncLibs.Signals.Units;

/// <summary>A unit, or why there is none. <c>default</c> is no success.</summary>
/// <param name="Unit">The unit; null when it was refused.</param>
/// <param name="Reason">What is wrong and what to do, in one line; null when nothing is.</param>
/// <param name="Column">Where in a text it is wrong, from 1; 0 where there is no text.</param>
public readonly record struct UnitOutcome(Unit? Unit, string? Reason, int Column)
{
    /// <summary>True when there is a unit.</summary>
    public bool IsOk => Unit is not null;

    /// <summary>A success.</summary>
    public static UnitOutcome Ok(Unit unit) => new(unit, null, 0);

    /// <summary>A refusal.</summary>
    public static UnitOutcome Refused(string reason, int column = 0) => new(null, reason, column);

    /// <inheritdoc/>
    public override string ToString() => Unit?.ToString() ?? (Column > 0 ? $"column {Column}: {Reason}" : Reason ?? "nothing was read");
}
