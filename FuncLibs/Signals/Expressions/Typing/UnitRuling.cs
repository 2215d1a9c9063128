using System.Collections.Immutable;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Typing;

/// <summary>What a unit rule says of the operands of one call; <c>default</c> is no ruling.</summary>
/// <param name="Result">Unit of the result; null for a plain number without one.</param>
/// <param name="Wanted">The unit each operand is brought to; null where it stays as it is.</param>
/// <param name="Fault">Why the units do not go together; null when they do.</param>
/// <param name="Advice">What to do then.</param>
internal sealed record UnitRuling(Unit? Result, ImmutableArray<Unit?> Wanted, string? Fault = null, string Advice = "")
{
    /// <summary>True when a number without a unit counts in 1, not in the unit it is brought to.</summary>
    public bool NumbersCountInOne { get; init; }

    /// <summary>Operands as they are.</summary>
    public static UnitRuling AsIs(Unit? result, int operands) => new(result, [.. new Unit?[operands]]);

    /// <summary>Units that do not go together.</summary>
    public static UnitRuling Refused(string fault, string advice) => new(null, [], fault, advice);
}
