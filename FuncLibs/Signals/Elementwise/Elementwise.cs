using FuncLibs.Signals.Elementwise.Kernels;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// The element-wise functions by name, for a number or an array. Array forms write to the caller's span, may work in
/// place, do not allocate and never throw for a value: NaN propagates.
/// </summary>
public static class Elementwise
{
    /// <summary>Fewest digits of <c>round</c>: to 10^15.</summary>
    public const int MinDigits = RoundDigits.Min;

    /// <summary>Most digits of <c>round</c>.</summary>
    public const int MaxDigits = RoundDigits.Max;

    /// <summary>|x|.</summary>
    public static double Abs(double x) => Unary.Apply(default(AbsKernel), x);

    /// <inheritdoc cref="Abs(double)"/>
    public static void Abs(ReadOnlySpan<double> x, Span<double> target) => Unary.Apply(default(AbsKernel), x, target);

    /// <summary>The least integer not below x; ceiling(-0.3) = -0.0.</summary>
    public static double Ceiling(double x) => Unary.Apply(default(CeilingKernel), x);

    /// <inheritdoc cref="Ceiling(double)"/>
    public static void Ceiling(ReadOnlySpan<double> x, Span<double> target) =>
        Unary.Apply(default(CeilingKernel), x, target);

    /// <summary>The greatest integer not above x.</summary>
    public static double Floor(double x) => Unary.Apply(default(FloorKernel), x);

    /// <inheritdoc cref="Floor(double)"/>
    public static void Floor(ReadOnlySpan<double> x, Span<double> target) =>
        Unary.Apply(default(FloorKernel), x, target);

    /// <summary>The integer part of x; truncate(-0.3) = -0.0.</summary>
    public static double Truncate(double x) => Unary.Apply(default(TruncateKernel), x);

    /// <inheritdoc cref="Truncate(double)"/>
    public static void Truncate(ReadOnlySpan<double> x, Span<double> target) =>
        Unary.Apply(default(TruncateKernel), x, target);

    /// <summary>-1, 0 or 1; sign(NaN) = NaN, sign of either zero = +0.0.</summary>
    public static double Sign(double x) => Unary.Apply(default(SignKernel), x);

    /// <inheritdoc cref="Sign(double)"/>
    public static void Sign(ReadOnlySpan<double> x, Span<double> target) => Unary.Apply(default(SignKernel), x, target);

    /// <summary>
    /// x rounded to <paramref name="digits"/> decimals; see <see cref="RoundKernel{TRounding}"/> for the rule.
    /// </summary>
    /// <param name="x">The value.</param>
    /// <param name="digits">-15 to 15.</param>
    /// <param name="mode">Which neighbour.</param>
    /// <exception cref="ArgumentOutOfRangeException">digits is out of range, or the mode is unknown.</exception>
    public static double Round(double x, int digits, RoundingMode mode) => mode switch
    {
        RoundingMode.HalfAway => Unary.Apply(new RoundKernel<HalfAway>(digits), x),
        RoundingMode.HalfEven => Unary.Apply(new RoundKernel<HalfEven>(digits), x),
        RoundingMode.Up => Unary.Apply(new RoundKernel<Up>(digits), x),
        RoundingMode.Down => Unary.Apply(new RoundKernel<Down>(digits), x),
        RoundingMode.TowardZero => Unary.Apply(new RoundKernel<TowardZero>(digits), x),
        _ => throw UnknownMode(mode),
    };

    /// <inheritdoc cref="Round(double, int, RoundingMode)"/>
    public static void Round(
        ReadOnlySpan<double> x, Span<double> target, int digits, RoundingMode mode)
    {
        switch (mode)
        {
            case RoundingMode.HalfAway:
                Unary.Apply(new RoundKernel<HalfAway>(digits), x, target);
                break;
            case RoundingMode.HalfEven:
                Unary.Apply(new RoundKernel<HalfEven>(digits), x, target);
                break;
            case RoundingMode.Up:
                Unary.Apply(new RoundKernel<Up>(digits), x, target);
                break;
            case RoundingMode.Down:
                Unary.Apply(new RoundKernel<Down>(digits), x, target);
                break;
            case RoundingMode.TowardZero:
                Unary.Apply(new RoundKernel<TowardZero>(digits), x, target);
                break;
            default:
                throw UnknownMode(mode);
        }
    }

    private static ArgumentOutOfRangeException UnknownMode(RoundingMode mode) =>
        new(nameof(mode), mode, "The rounding mode is not known.");
}

/// <summary>
/// Which neighbour <c>round</c> takes. The default is what engineers expect of a displayed value: halves away from
/// zero.
/// </summary>
public enum RoundingMode
{
    /// <summary>To the nearest; halves away from zero: 2.5 -> 3, -2.5 -> -3.</summary>
    HalfAway,

    /// <summary>To the nearest; halves to the even neighbour: 2.5 -> 2, as IEEE 754 roundTiesToEven.</summary>
    HalfEven,

    /// <summary>To the neighbour towards +infinity.</summary>
    Up,

    /// <summary>To the neighbour towards -infinity.</summary>
    Down,

    /// <summary>To the neighbour towards zero.</summary>
    TowardZero,
}
