using System.Runtime.CompilerServices;
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

    /// <summary>A vector of points.</summary>
    static abstract TVector Apply<TLanes, TVector>(TVector k, TVector factor, TVector inverse)
        where TLanes : struct, ILanes<TVector>
        where TVector : struct;
}

/// <summary>k * factor.</summary>
internal readonly struct Product : IScaling
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Apply(double k, double factor) => k * factor;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Apply<TLanes, TVector>(TVector k, TVector factor, TVector inverse)
        where TLanes : struct, ILanes<TVector>
        where TVector : struct => TLanes.Multiply(k, factor);
}

/// <summary>k / factor.</summary>
internal readonly struct Quotient : IScaling
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Apply(double k, double factor) => k / factor;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Apply<TLanes, TVector>(TVector k, TVector factor, TVector inverse)
        where TLanes : struct, ILanes<TVector>
        where TVector : struct => TLanes.Divide(k, factor);
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
    public static TVector Apply<TLanes, TVector>(TVector k, TVector factor, TVector inverse)
        where TLanes : struct, ILanes<TVector>
        where TVector : struct
    {
        TVector near = TLanes.Multiply(k, inverse);
        return TLanes.FusedMultiplyAdd(TLanes.FusedMultiplyAdd(TLanes.Negate(factor), near, k), inverse, near);
    }
}
