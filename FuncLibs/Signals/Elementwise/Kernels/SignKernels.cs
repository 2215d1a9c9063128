using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>|x|; clears the sign of NaN too.</summary>
public readonly struct AbsKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.Abs(x);
}

/// <summary>-x: the sign turned, so that negate(0.0) = -0.0, where 0 - x gives +0.0.</summary>
public readonly struct NegateKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.Negate(x);
}

/// <summary>-1, 0 or 1; sign(NaN) = NaN, where Math.Sign throws; sign of either zero = +0.0.</summary>
public readonly struct SignKernel : IUnaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x)
    {
        Vector<double> zero = Vector<double>.Zero;
        Vector<double> positive = Vector.ConditionalSelect(Vector.GreaterThan(x, zero), Vector<double>.One, zero);
        Vector<double> signed = Vector.ConditionalSelect(Vector.LessThan(x, zero), -Vector<double>.One, positive);
        return Vector.ConditionalSelect(Vector.Equals(x, x), signed, x);
    }
}
