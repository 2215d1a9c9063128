using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>The lesser of both as IEEE 754-2019 minimum: NaN when either is, min(-0, +0) = -0.</summary>
public readonly struct MinKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Vector.Min(a, b);
}

/// <summary>The greater of both as IEEE 754-2019 maximum: NaN when either is, max(-0, +0) = +0.</summary>
public readonly struct MaxKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Vector.Max(a, b);
}

/// <summary>min(max(x, lo), hi); NaN when any of them is, and when lo > hi, where Math.Clamp throws.</summary>
public readonly struct ClampKernel : ITernaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b, Vector<double> c)
    {
        Vector<double> clamped = Vector.Min(Vector.Max(a, b), c);
        return Vector.ConditionalSelect(Vector.GreaterThan(b, c), new Vector<double>(double.NaN), clamped);
    }
}
