using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// Reads an operand value by value or vector by vector. A number is a vector in memory that every step reads again (its
/// index is masked to 0), so that one loop serves columns and numbers in any mixture, and no second loop could differ.
/// </summary>
internal readonly ref struct OperandReader
{
    private readonly ref double _first;
    private readonly nuint _mask;

    /// <summary>A walk over an operand.</summary>
    /// <param name="operand">What is read.</param>
    /// <param name="number">Where its number is kept while the walk lasts.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public OperandReader(Operand operand, ref Vector<double> number)
    {
        number = new Vector<double>(operand.Number);
        _first = ref operand.IsNumber
            ? ref Unsafe.As<Vector<double>, double>(ref number)
            : ref MemoryMarshal.GetReference(operand.Column);
        _mask = operand.IsNumber ? 0 : nuint.MaxValue;
    }

    /// <summary>The value at an index within the operand.</summary>
    public double this[nuint index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.Add(ref _first, index & _mask);
    }

    /// <summary>The vector that begins at an index and ends within the operand.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> At(nuint index) => Vector.LoadUnsafe(ref _first, index & _mask);

    /// <summary>All values of a column of fewer than a vector holds, and zeros after them.</summary>
    public Vector<double> LoadPartial(int count) =>
        _mask == 0 ? At(0) : VectorTail.Load(MemoryMarshal.CreateReadOnlySpan(ref _first, count));
}
