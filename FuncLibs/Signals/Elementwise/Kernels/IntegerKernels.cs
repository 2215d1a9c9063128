using System.Numerics;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>The least integer not below x, as IEEE 754 roundToIntegralTowardPositive: ceiling(-0.3) = -0.0.</summary>
public readonly struct CeilingKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.Ceiling(x);
}

/// <summary>The greatest integer not above x, as IEEE 754 roundToIntegralTowardNegative.</summary>
public readonly struct FloorKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.Floor(x);
}

/// <summary>The integer part of x, as IEEE 754 roundToIntegralTowardZero: truncate(-0.3) = -0.0.</summary>
public readonly struct TruncateKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.Truncate(x);
}
