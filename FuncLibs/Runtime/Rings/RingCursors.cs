using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Rings;

/// <summary>
/// The cursors of a ring. Head and parked flag (consumer) and tail and drops (producer) lie two cache lines apart: each is written by one
/// thread and read by the other. Not nested in the ring: the runtime refuses an explicit layout inside a generic type.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 384)]
internal struct RingCursors
{
    /// <summary>Items taken; written by the consumer.</summary>
    [FieldOffset(64)]
    public long Head;

    /// <summary>Items written; written by the producer.</summary>
    [FieldOffset(192)]
    public long Tail;

    /// <summary>Items refused; written by the producer.</summary>
    [FieldOffset(200)]
    public long Dropped;

    /// <summary>1 while the consumer waits, or is about to; written by the consumer, read by the producer at each write.
    /// Unused where a bell has it.</summary>
    [FieldOffset(320)]
    public int Parked;
}
