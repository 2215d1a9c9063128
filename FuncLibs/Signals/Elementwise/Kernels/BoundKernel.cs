using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>A function of two values whose second is a number: the usual case of comparisons and limits,
/// with the number in a register.</summary>
internal readonly struct BoundKernel<TKernel>(TKernel kernel, double number) : IUnaryKernel
    where TKernel : struct, IBinaryKernel
{
    private readonly Vector<double> _number = new(number);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x) => kernel.Apply(x, _number);
}
