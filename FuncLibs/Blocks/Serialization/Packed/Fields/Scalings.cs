using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using FuncLibs.Blocks.Serialization.Packed.Scaling;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// The last step from an integer to a point, for one kind of <see cref="Scale"/>. A struct without fields: loops are
/// compiled for each.
/// </summary>
internal interface IScaling
{
    /// <summary>One point.</summary>
    static abstract double Apply(double k, double factor);

    /// <summary>Four points.</summary>
    static abstract Vector256<double> Apply(Vector256<double> k, Vector256<double> factor, Vector256<double> inverse);

    /// <summary>Eight points.</summary>
    static abstract Vector512<double> Apply(Vector512<double> k, Vector512<double> factor, Vector512<double> inverse);
}

/// <summary>k * factor.</summary>
internal readonly struct Product : IScaling
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Apply(double k, double factor) => k * factor;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Apply(Vector256<double> k, Vector256<double> factor, Vector256<double> inverse) =>
        k * factor;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<double> Apply(Vector512<double> k, Vector512<double> factor, Vector512<double> inverse) =>
        k * factor;
}

/// <summary>k / factor.</summary>
internal readonly struct Quotient : IScaling
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Apply(double k, double factor) => k / factor;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Apply(Vector256<double> k, Vector256<double> factor, Vector256<double> inverse) =>
        k / factor;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<double> Apply(Vector512<double> k, Vector512<double> factor, Vector512<double> inverse) =>
        k / factor;
}

/// <summary>
/// k / factor for factor = 10 .. 10^9 and |k| &lt; 2^31, by the reciprocal and one correction: the same bits as the
/// division (checked for all of them), at a quarter of its time. Plain division stays where no fused multiply-add is in
/// hardware.
/// </summary>
internal readonly struct ShortQuotient : IScaling
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Apply(double k, double factor) => k / factor;

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
