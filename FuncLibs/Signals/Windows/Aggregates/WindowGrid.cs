using System.Numerics;
using System.Runtime.Intrinsics;

namespace FuncLibs.Signals.Windows.Aggregates;

/// <summary>
/// How a window of some length is cut on the absolute grid of sample indices: into blocks of a power of two, at most
/// 1024 and at most the window, so that every window is the end of one block, whole blocks, and the beginning of
/// another. Each multiple of 1024 is a border.
/// </summary>
internal readonly struct WindowGrid
{
    /// <summary>Where sums restart, in samples.</summary>
    public const int Restart = 1024;

    // Keeps positions of the first windows, which reach back before index 0, positive. A multiple of every block.
    private const long Origin = 1L << 21;

    public WindowGrid(int length)
    {
        Length = length;
        Block = Math.Min(Restart, 1 << BitOperations.Log2((uint)length));
        Capacity = (int)BitOperations.RoundUpToPowerOf2((uint)((length / Block) + 2)) * Block;
    }

    /// <summary>Values in a window.</summary>
    public int Length { get; }

    /// <summary>Values in a block.</summary>
    public int Block { get; }

    /// <summary>Values of a ring that holds the blocks of a window: a power of two.</summary>
    public int Capacity { get; }

    /// <summary>The place on the grid of a sample index.</summary>
    public static long PositionOf(long index) => index + Origin;

    /// <summary>The oldest position of the window that ends at one.</summary>
    public long OldestAt(long newest) => newest - Length + 1;

    /// <summary>The first position of the block of one.</summary>
    public long BlockStart(long position) => position & -Block;

    /// <summary>The place in the ring of a position; a block is in one piece.</summary>
    public int Slot(long position) => (int)position & (Capacity - 1);
}

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
