using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>Rounding to an integer by one rule; the seam by which <see cref="RoundKernel{TRounding}"/> is specialised.</summary>
public interface IRounding
{
    /// <summary>Rounds each lane to an integer.</summary>
    static abstract Vector<double> ToInteger(Vector<double> x);
}

/// <summary>Halves away from zero.</summary>
public readonly struct HalfAway : IRounding
{
    private const double BeforeHalf = 0.49999999999999994;

    /// <inheritdoc/>
    // The number before 0.5 and not 0.5: 0.49999999999999994 + 0.5 would round to 1. From 0.5 on the sum of a half and it rounds to the
    // next integer, and an integer stays (round in LLVM's lowering for x86 does the same).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> ToInteger(Vector<double> x) => Vector.Truncate(x + SignBit.Copy(new Vector<double>(BeforeHalf), x));
}

/// <summary>Halves to even.</summary>
public readonly struct HalfEven : IRounding
{
    /// <inheritdoc/>
    public static Vector<double> ToInteger(Vector<double> x) => Vector.Round(x);
}

/// <summary>Towards +infinity.</summary>
public readonly struct Up : IRounding
{
    /// <inheritdoc/>
    public static Vector<double> ToInteger(Vector<double> x) => Vector.Ceiling(x);
}

/// <summary>Towards -infinity.</summary>
public readonly struct Down : IRounding
{
    /// <inheritdoc/>
    public static Vector<double> ToInteger(Vector<double> x) => Vector.Floor(x);
}

/// <summary>Towards zero.</summary>
public readonly struct TowardZero : IRounding
{
    /// <inheritdoc/>
    public static Vector<double> ToInteger(Vector<double> x) => Vector.Truncate(x);
}
