using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

internal partial interface IScaling
{
    /// <summary>Four points.</summary>
    static abstract Vector256<double> Apply(Vector256<double> k, Vector256<double> factor, Vector256<double> inverse);

    /// <summary>Eight points.</summary>
    static abstract Vector512<double> Apply(Vector512<double> k, Vector512<double> factor, Vector512<double> inverse);
}

internal readonly partial struct Product
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Apply(Vector256<double> k, Vector256<double> factor, Vector256<double> inverse) =>
        k * factor;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<double> Apply(Vector512<double> k, Vector512<double> factor, Vector512<double> inverse) =>
        k * factor;
}

internal readonly partial struct Quotient
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Apply(Vector256<double> k, Vector256<double> factor, Vector256<double> inverse) =>
        k / factor;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<double> Apply(Vector512<double> k, Vector512<double> factor, Vector512<double> inverse) =>
        k / factor;
}

/// <content>
/// By the reciprocal and one correction: the same bits as the division (checked for all of them), at a quarter of its
/// time. Plain division stays where no fused multiply-add is in hardware.
/// </content>
internal readonly partial struct ShortQuotient
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Apply(Vector256<double> k, Vector256<double> factor, Vector256<double> inverse)
    {
        Vector256<double> near = k * inverse;
        return Vector256.FusedMultiplyAdd(Vector256.FusedMultiplyAdd(-factor, near, k), inverse, near);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<double> Apply(Vector512<double> k, Vector512<double> factor, Vector512<double> inverse)
    {
        Vector512<double> near = k * inverse;
        return Vector512.FusedMultiplyAdd(Vector512.FusedMultiplyAdd(-factor, near, k), inverse, near);
    }
}
