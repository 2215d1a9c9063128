using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>
/// Division of integers by a power of ten as one product and one fused step, each bit as the division has it: n / p = n
/// * (y + e) with y = 1/p rounded down and e = 1/p - y, both float64.
/// </summary>
/// <remarks>
/// Why the last bit is right for |n| &lt;= 2^53 and p = 10^d, d up to 15 (after Brisebarre, Muller, Accelerating
/// Correctly Rounded Floating-Point Division when the Divisor Is Known in Advance, 2004): what is rounded at the end is
/// off by less than 2^-103 of itself. A quotient that is not itself a float64 is at least 2^-54 / 5^d, so 2^-89, of
/// itself from every number half way between two: n 2^j = p (2k + 1) would make 5^d divide n, and then the quotient is
/// a float64. Rounded down, so that e is not negative and -0 stays -0.
/// </remarks>
internal static class ExactReciprocal
{
    /// <summary>True where the fused step is an instruction; elsewhere the division is quicker.</summary>
    public static bool IsFast => Fma.IsSupported || AdvSimd.Arm64.IsSupported;

    /// <summary>y and e of a power of ten from 1 to 10^15.</summary>
    public static (double Reciprocal, double Remainder) Split(double power)
    {
        // 1 - y p is exact by one fused step; below zero y was rounded up.
        double reciprocal = 1 / power;
        if (Math.FusedMultiplyAdd(-reciprocal, power, 1) < 0)
            reciprocal = Math.BitDecrement(reciprocal);
        return (reciprocal, Math.FusedMultiplyAdd(-reciprocal, power, 1) / power);
    }

    /// <summary>The quotients of integers up to 2^53.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> Divide(Vector<double> integer, double reciprocal, double rest) =>
        Vector.FusedMultiplyAdd(integer, new Vector<double>(reciprocal), integer * new Vector<double>(rest));
}
