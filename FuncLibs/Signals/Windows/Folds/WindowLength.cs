using System.Numerics;
using System.Runtime.Intrinsics;

namespace FuncLibs.Signals.Windows.Folds;

/// <summary>Divides sums by the length of a window.</summary>
/// <remarks>
/// Multiplying by the reciprocal of a power of two is dividing by it, to the bit, and leaves the divider to the root.
/// </remarks>
internal readonly struct WindowLength(int length)
{
    private readonly bool _isPowerOfTwo = BitOperations.IsPow2(length);
    private readonly double _length = length;
    private readonly double _reciprocal = 1.0 / length;

    /// <summary>Sums over it.</summary>
    public Vector512<double> Mean(Vector512<double> sums) => _isPowerOfTwo ? sums * _reciprocal : sums / _length;
}
