using System.Numerics;
using System.Runtime.CompilerServices;
using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Signals.Logic;

/// <summary>1 when a &lt; b, 0 when not, NaN when either is NaN.</summary>
public readonly struct LessKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Truth.Of(Vector.LessThan(a, b), Vector.GreaterThanOrEqual(a, b));
}

/// <summary>1 when a &lt;= b, 0 when not, NaN when either is NaN.</summary>
public readonly struct LessOrEqualKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Truth.Of(Vector.LessThanOrEqual(a, b), Vector.GreaterThan(a, b));
}

/// <summary>1 when a > b, 0 when not, NaN when either is NaN.</summary>
public readonly struct GreaterKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Truth.Of(Vector.GreaterThan(a, b), Vector.LessThanOrEqual(a, b));
}

/// <summary>1 when a >= b, 0 when not, NaN when either is NaN.</summary>
public readonly struct GreaterOrEqualKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Truth.Of(Vector.GreaterThanOrEqual(a, b), Vector.LessThan(a, b));
}

/// <summary>1 when a == b, 0 when not, NaN when either is NaN; both zeros are equal.</summary>
public readonly struct EqualKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) =>
        Truth.Of(Vector.Equals(a, b), Vector.BitwiseOr(Vector.LessThan(a, b), Vector.GreaterThan(a, b)));
}

/// <summary>1 when a != b, 0 when not, NaN when either is NaN; both zeros are equal.</summary>
public readonly struct NotEqualKernel : IBinaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b) =>
        Truth.Of(Vector.BitwiseOr(Vector.LessThan(a, b), Vector.GreaterThan(a, b)), Vector.Equals(a, b));
}
