using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>A function of x * gain + offset, each with its own rounding: the bits are those of the three steps,
/// in one pass over memory.</summary>
/// <typeparam name="TKernel">The function.</typeparam>
public readonly struct ScaledKernel<TKernel> : IUnaryKernel
    where TKernel : struct, IUnaryKernel
{
    private readonly TKernel _kernel;
    private readonly double _gain;
    private readonly double _offset;

    /// <summary>The function behind a line.</summary>
    public ScaledKernel(TKernel kernel, double gain, double offset) => (_kernel, _gain, _offset) = (kernel, gain, offset);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x) => _kernel.Apply((x * new Vector<double>(_gain)) + new Vector<double>(_offset));
}
