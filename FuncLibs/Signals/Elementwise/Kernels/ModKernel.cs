using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>
/// The floored remainder a - b * floor(a / b), which has the sign of b (Knuth, The Art of Computer Programming 1,
/// 1.2.4): mod(-1, 3) = 2, rounded once. A zero has the sign of b; mod(a, 0) and mod(inf, b) are NaN; beside an
/// infinite b of the other sign it is b.
/// </summary>
/// <remarks>
/// With q = floor(a / b) below 2^53, a - q * b by one fused step is the exact remainder, rounded: the quotient can only
/// have been rounded up to the next integer, and then the difference is small, exact, of the wrong sign, and one b is
/// added. Other lanes take the exact truncated remainder of the C library and the same last step; where both apply they
/// give the same bits, which a test holds.
/// </remarks>
public readonly struct ModKernel : IBinaryKernel
{
    private const double Exact = 9007199254740992.0; // 2^53

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b)
    {
        Vector<double> quotient = Vector.Floor(a / b);
        Vector<long> usual = Vector.BitwiseAnd(
            Vector.LessThan(Vector.Abs(quotient), new Vector<double>(Exact)),
            Vector.LessThan(Vector.Abs(b), new Vector<double>(double.PositiveInfinity)));
        if (!Vector.EqualsAll(usual, Vector<long>.AllBitsSet))
            return EachLane(a, b);

        Vector<double> rest = Vector.FusedMultiplyAdd(-quotient, b, a);
        Vector<long> isOfWrongSign = Vector.LessThan(rest * SignBit.Copy(Vector<double>.One, b), Vector<double>.Zero);
        Vector<double> signed = Vector.ConditionalSelect(isOfWrongSign, rest + b, rest);
        return Vector.ConditionalSelect(
            Vector.Equals(signed, Vector<double>.Zero), SignBit.Copy(Vector<double>.Zero, b), signed);
    }

    private static Vector<double> EachLane(Vector<double> a, Vector<double> b)
    {
        Vector<double> rest = default;
        for (int lane = 0; lane < Vector<double>.Count; lane++)
            rest = rest.WithElement(lane, Modulo(a[lane], b[lane]));
        return rest;
    }

    private static double Modulo(double a, double b)
    {
        double truncated = a % b;
        if (truncated == 0)
            return Math.CopySign(0.0, b);
        return double.IsNaN(truncated) || (truncated < 0) == (b < 0) ? truncated : truncated + b;
    }
}
