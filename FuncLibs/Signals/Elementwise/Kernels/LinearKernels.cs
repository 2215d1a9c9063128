using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>
/// a * b + c with one rounding (IEEE 754 fusedMultiplyAdd). The only function that fuses; in software where the processor cannot, with the
/// same bits.
/// </summary>
public readonly struct FusedMultiplyAddKernel : ITernaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b, Vector<double> c) => Vector.FusedMultiplyAdd(a, b, c);
}

/// <summary>x * gain + offset with two roundings: the calibration line of a sensor.</summary>
public readonly struct ScaleKernel : ITernaryKernel
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> a, Vector<double> b, Vector<double> c) => (a * b) + c;
}
