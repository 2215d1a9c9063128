using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>
/// A time instead of a number of values: time x rate, rounded to the nearest whole number, halves up.
/// </summary>
internal static class SampleCount
{
    // 4.5 ms at 1000 Hz are 4.5 values for the author, whatever the last binary digit of the product.
    private const double Tie = 1e-9;

    /// <summary>How many values a time is; null after a fault.</summary>
    /// <param name="parameter">What takes it.</param>
    /// <param name="seconds">The time.</param>
    /// <param name="rate">Rate of the column.</param>
    /// <param name="node">Where it was written.</param>
    /// <param name="notes">Where a fault goes.</param>
    public static double? FromSeconds(
        Parameter parameter, double seconds, Rate rate, Node node, TypingDiagnostics notes)
    {
        double count = Math.Floor((seconds * rate.Hz) + 0.5 + Tie);
        double min = Math.Max(1, parameter.Min);
        if (count >= min && count <= parameter.Max)
            return count;
        (double shortest, double longest) = ((min - 0.5) / rate.Hz, parameter.Max / rate.Hz);
        notes.Reject(
            node.Position,
            FormattableString.Invariant(
                $"'{parameter.Name}' is {seconds:R} s, {seconds * rate.Hz:G6} values at {rate}"),
            FormattableString.Invariant($"expected a time of {min:R} to {parameter.Max:R} values: {shortest:G6} s ")
                + FormattableString.Invariant($"to {longest:G6} s"));
        return null;
    }
}
