using System.Numerics;
using System.Runtime.CompilerServices;
using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Signals.Logic;

/// <summary>
/// Kleene's strong conjunction (Introduction to Metamathematics, 1952, section 64): false beside anything is false, else NaN beside
/// anything is NaN.
/// </summary>
public readonly struct AndKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Truth.Of(
        Vector.BitwiseAnd(Truth.IsTrue(a), Truth.IsTrue(b)), Vector.BitwiseOr(Truth.IsFalse(a), Truth.IsFalse(b)));
}

/// <summary>Kleene's strong disjunction: true beside anything is true, else NaN beside anything is NaN.</summary>
public readonly struct OrKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Truth.Of(
        Vector.BitwiseOr(Truth.IsTrue(a), Truth.IsTrue(b)), Vector.BitwiseAnd(Truth.IsFalse(a), Truth.IsFalse(b)));
}

/// <summary>1 for either zero, 0 for other numbers, NaN for NaN.</summary>
public readonly struct NotKernel : IUnaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x) => Truth.Of(Truth.IsFalse(x), Truth.IsTrue(x));
}

/// <summary>1 for NaN, 0 for numbers and infinities.</summary>
public readonly struct IsNaNKernel : IUnaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x) => Vector.ConditionalSelect(Vector.Equals(x, x), Vector<double>.Zero, Vector<double>.One);
}
