namespace FuncLibs.Tests.Signals.Elementwise;

/// <summary>Values at which element-wise functions go wrong, and numbers between them from a fixed sequence.</summary>
internal static class HardValues
{
    /// <summary>A quiet NaN, one with a sign and a payload, and two that signal.</summary>
    public static readonly double[] NaNs =
    [
        BitConverter.UInt64BitsToDouble(0x7FF8_0000_0000_0000), BitConverter.UInt64BitsToDouble(0xFFF8_0000_0000_1234),
        BitConverter.UInt64BitsToDouble(0x7FF0_0000_0000_0001), BitConverter.UInt64BitsToDouble(0xFFF4_0000_0000_0ABC),
    ];

    /// <summary>
    /// NaN, infinities, both zeros, the largest, the smallest, the normal and the subnormal number beside the border of
    /// both, halves and their neighbours, integers that are just exact.
    /// </summary>
    public static readonly double[] All =
    [
        double.NaN, double.PositiveInfinity, double.NegativeInfinity, 0.0, -0.0, double.MaxValue, double.MinValue,
        double.Epsilon, -double.Epsilon,
        2.2250738585072014e-308, -2.2250738585072014e-308, 2.225073858507201e-308, -2.225073858507201e-308, NaNs[1],
        NaNs[2], 1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999999999999994,
        -0.49999999999999994,
        0.9999999999999999, 1.0000000000000002, 4503599627370495.5, -4503599627370495.5, 4503599627370496,
        4503599627370497,
        9007199254740991,
        9007199254740992, -9007199254740993, 10.6, -10.6, 4.3, 4.8, -4.3, -4.8, 3, -3, 7, 0.1, -0.3, 1e-10, 1e10,
        1e300, -1e-300, Math.PI,
    ];

    /// <summary>Every pair of them, as two columns.</summary>
    public static (double[] A, double[] B) Pairs { get; } = (
        [.. All.SelectMany(_ => All)], [.. All.SelectMany(b => Enumerable.Repeat(b, All.Length))]);

    /// <summary>
    /// Three columns that hold each combination of every third value and all pairs that a prime stride meets.
    /// </summary>
    public static (double[] A, double[] B, double[] C) Triples { get; } = (
        Pairs.A, Pairs.B, [.. Pairs.A.Select((_, i) => All[((i * 17) + (i / All.Length)) % All.Length])]);

    /// <summary>True when both are NaN, or the same to the bit.</summary>
    public static bool AreSame(double left, double right) =>
        (double.IsNaN(left) && double.IsNaN(right))
            || BitConverter.DoubleToInt64Bits(left) == BitConverter.DoubleToInt64Bits(right);

    /// <summary>Fails at the first value that is not the same.</summary>
    public static void ShouldBeSame(ReadOnlySpan<double> values, ReadOnlySpan<double> expected, string what)
    {
        values.Length.ShouldBe(expected.Length, what);
        for (int i = 0; i < values.Length; i++)
        {
            if (!AreSame(values[i], expected[i]))
                throw new ShouldAssertException($"{what}: value {i} is {values[i]:R}, not {expected[i]:R}");
        }
    }
}
