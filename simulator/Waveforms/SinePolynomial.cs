using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Simulator.Waveforms;

/// <summary>
/// Sine of eight phases at once, without a table: the series about 0 up to the 11th power after folding into a quarter
/// turn; absolute error below 6e-8. Sums and products only, so the same bits at every width of vector.
/// </summary>
public static class SinePolynomial
{
    private const int DroppedBits = 12;
    private const ulong OneBits = 0x3FF0_0000_0000_0000;

    // (2 pi)^n / n! with the sign of the series, n = 1, 3 ... 11.
    private const double C1 = 6.283185307179586;
    private const double C3 = -41.34170224039976;
    private const double C5 = 81.60524927607506;
    private const double C7 = -76.70585975306139;
    private const double C9 = 42.058693944897655;
    private const double C11 = -15.09464257682299;

    /// <summary>Sines of phases in turns * 2^64.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<double> At(Vector512<ulong> phases)
    {
        // The high 52 bits as the fraction of a number in [1, 2); half a turn less gives the sine with the other sign.
        Vector512<double> turns =
            ((phases >> DroppedBits) | Vector512.Create(OneBits)).AsDouble() - Vector512.Create(1.5);
        Vector512<double> quarter = Vector512.Create(0.25);
        Vector512<double> folded = quarter - Vector512.Abs(quarter - Vector512.Abs(turns));
        Vector512<double> x = Vector512.CopySign(folded, -turns);
        Vector512<double> square = x * x;
        Vector512<double> sum = (Vector512.Create(C11) * square) + Vector512.Create(C9);
        sum = (sum * square) + Vector512.Create(C7);
        sum = (sum * square) + Vector512.Create(C5);
        sum = (sum * square) + Vector512.Create(C3);
        return ((sum * square) + Vector512.Create(C1)) * x;
    }
}
