using System.Runtime.CompilerServices;
using FuncLibs.Blocks.Serialization.Packed.Scaling;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// The last step from an integer to a point, for one kind of <see cref="Scale"/>. A struct without fields: loops are
/// compiled for each.
/// </summary>
internal partial interface IScaling
{
    /// <summary>One point.</summary>
    static abstract double Apply(double k, double factor);
}

/// <summary>k * factor.</summary>
internal readonly partial struct Product : IScaling
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Apply(double k, double factor) => k * factor;
}

/// <summary>k / factor.</summary>
internal readonly partial struct Quotient : IScaling
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Apply(double k, double factor) => k / factor;
}

/// <summary>
/// k / factor for factor = 10 .. 10^9 and |k| &lt; 2^31; in vectors a product and a correction give the same bits.
/// </summary>
internal readonly partial struct ShortQuotient : IScaling
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Apply(double k, double factor) => k / factor;
}
