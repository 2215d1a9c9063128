using System.Numerics;
using System.Runtime.CompilerServices;
using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Signals.Logic;

/// <summary>
/// if(condition, then, else): the value chosen with all its bits; NaN when the condition is. What is not chosen does not matter.
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
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => Vector.ConditionalSelect(Vector.Equals(a, a), a, b);
}
