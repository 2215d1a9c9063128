using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>a + b.</summary>
public readonly struct AddKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => a + b;
}

/// <summary>a - b.</summary>
public readonly struct SubtractKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => a - b;
}

/// <summary>a * b.</summary>
public readonly struct MultiplyKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => a * b;
}

/// <summary>a / b, as IEEE 754: x/0 is an infinity of the sign of both, 0/0 is NaN.</summary>
public readonly struct DivideKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => a / b;
}

/// <summary>The square root, rounded correctly (IEEE 754 squareRoot): sqrt(-0.0) = -0.0, below zero NaN.</summary>
public readonly struct SqrtKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.SquareRoot(x);
}

/// <summary>
/// a * b + c with one rounding (IEEE 754 fusedMultiplyAdd). The only function that fuses; in software where the
/// processor cannot, with the same bits.
/// </summary>
public readonly struct FusedMultiplyAddKernel : ITernaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b, Vector<double> c) =>
        Vector.FusedMultiplyAdd(a, b, c);
}

/// <summary>x * gain + offset with two roundings: the calibration line of a sensor.</summary>
public readonly struct ScaleKernel : ITernaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b, Vector<double> c) => (a * b) + c;
}

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

/// <summary>
/// A function of two values whose second is a number: the usual case of comparisons and limits, with the number in a
/// register.
/// </summary>
internal readonly struct BoundKernel<TKernel>(TKernel kernel, double number) : IUnaryKernel
    where TKernel : struct, IBinaryKernel
{
    private readonly Vector<double> _number = new(number);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x) => kernel.Apply(x, _number);
}

/// <summary>
/// A function of x * gain + offset, each with its own rounding: the bits are those of the three steps, in one pass over
/// memory.
/// </summary>
/// <typeparam name="TKernel">The function.</typeparam>
public readonly struct ScaledKernel<TKernel> : IUnaryKernel
    where TKernel : struct, IUnaryKernel
{
    private readonly TKernel _kernel;
    private readonly double _gain;
    private readonly double _offset;

    /// <summary>The function behind a line.</summary>
    public ScaledKernel(TKernel kernel, double gain, double offset) =>
        (_kernel, _gain, _offset) = (kernel, gain, offset);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x) =>
        _kernel.Apply((x * new Vector<double>(_gain)) + new Vector<double>(_offset));
}
