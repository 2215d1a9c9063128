using System.Numerics;

namespace FuncLibs.Signals.Elementwise;

/// <summary>|x|; clears the sign of NaN too.</summary>
public readonly struct AbsKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.Abs(x);
}

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

/// <summary>-1, 0 or 1; sign(NaN) = NaN, where Math.Sign throws; sign of either zero = +0.0.</summary>
public readonly struct SignKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x)
    {
        Vector<double> positive = Vector.ConditionalSelect(Vector.GreaterThan(x, Vector<double>.Zero), Vector<double>.One, Vector<double>.Zero);
        Vector<double> signed = Vector.ConditionalSelect(Vector.LessThan(x, Vector<double>.Zero), -Vector<double>.One, positive);
        return Vector.ConditionalSelect(Vector.Equals(x, x), signed, x);
    }
}
