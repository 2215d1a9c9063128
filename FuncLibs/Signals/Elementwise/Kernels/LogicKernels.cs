using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>
/// Kleene's strong conjunction (Introduction to Metamathematics, 1952, section 64): false beside anything is false,
/// else NaN beside anything is NaN.
/// </summary>
public readonly struct AndKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Truth.Select(
        Vector.BitwiseAnd(Truth.IsTrue(a), Truth.IsTrue(b)), Vector.BitwiseOr(Truth.IsFalse(a), Truth.IsFalse(b)));
}

/// <summary>Kleene's strong disjunction: true beside anything is true, else NaN beside anything is NaN.</summary>
public readonly struct OrKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Truth.Select(
        Vector.BitwiseOr(Truth.IsTrue(a), Truth.IsTrue(b)), Vector.BitwiseAnd(Truth.IsFalse(a), Truth.IsFalse(b)));
}

/// <summary>1 for either zero, 0 for other numbers, NaN for NaN.</summary>
public readonly struct NotKernel : IUnaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x) => Truth.Select(Truth.IsFalse(x), Truth.IsTrue(x));
}

/// <summary>1 for NaN, 0 for numbers and infinities.</summary>
public readonly struct IsNaNKernel : IUnaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x) =>
        Vector.ConditionalSelect(Vector.Equals(x, x), Vector<double>.Zero, Vector<double>.One);
}

/// <summary>1 when a &lt; b, 0 when not, NaN when either is NaN.</summary>
public readonly struct LessKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) =>
        Truth.Select(Vector.LessThan(a, b), Vector.GreaterThanOrEqual(a, b));
}

/// <summary>1 when a &lt;= b, 0 when not, NaN when either is NaN.</summary>
public readonly struct LessOrEqualKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) =>
        Truth.Select(Vector.LessThanOrEqual(a, b), Vector.GreaterThan(a, b));
}

/// <summary>1 when a > b, 0 when not, NaN when either is NaN.</summary>
public readonly struct GreaterKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) =>
        Truth.Select(Vector.GreaterThan(a, b), Vector.LessThanOrEqual(a, b));
}

/// <summary>1 when a >= b, 0 when not, NaN when either is NaN.</summary>
public readonly struct GreaterOrEqualKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) =>
        Truth.Select(Vector.GreaterThanOrEqual(a, b), Vector.LessThan(a, b));
}

/// <summary>1 when a == b, 0 when not, NaN when either is NaN; both zeros are equal.</summary>
public readonly struct EqualKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) =>
        Truth.Select(Vector.Equals(a, b), Vector.BitwiseOr(Vector.LessThan(a, b), Vector.GreaterThan(a, b)));
}

/// <summary>1 when a != b, 0 when not, NaN when either is NaN; both zeros are equal.</summary>
public readonly struct NotEqualKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) =>
        Truth.Select(Vector.BitwiseOr(Vector.LessThan(a, b), Vector.GreaterThan(a, b)), Vector.Equals(a, b));
}

/// <summary>
/// if(condition, then, else): the value chosen with all its bits; NaN when the condition is. What is not chosen does
/// not matter.
/// </summary>
public readonly struct IfKernel : ITernaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b, Vector<double> c) =>
        Vector.ConditionalSelect(Truth.IsTrue(a), b, Vector.ConditionalSelect(Truth.IsFalse(a), c, a));
}

/// <summary>a, or b where a is NaN. More than two are coalesce(coalesce(a, b), c).</summary>
public readonly struct CoalesceKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) =>
        Vector.ConditionalSelect(Vector.Equals(a, a), a, b);
}

/// <summary>
/// Truth as a number: 1 true, 0 false, NaN not known. As an operand every number but the two zeros is true.
/// </summary>
internal static class Truth
{
    /// <summary>1 where true is set, 0 where false is, NaN where neither.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> Select(Vector<long> isTrue, Vector<long> isFalse) => Vector.ConditionalSelect(
        isTrue, Vector<double>.One, Vector.AndNot(new Vector<double>(double.NaN), Vector.AsVectorDouble(isFalse)));

    /// <summary>Lanes that are false.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<long> IsFalse(Vector<double> x) => Vector.Equals(x, Vector<double>.Zero);

    /// <summary>Lanes that are true: neither zero nor NaN.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<long> IsTrue(Vector<double> x) => Vector.GreaterThan(Vector.Abs(x), Vector<double>.Zero);
}
