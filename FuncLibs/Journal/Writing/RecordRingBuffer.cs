using System.Buffers.Binary;
using System.Runtime.InteropServices;
using FuncLibs.Journal.Records;
using FuncLibs.Runtime.Rings;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// The bytes between the publish thread, which copies records in, and the journal thread, which writes them out: one
/// producer, one consumer, no lock, no memory after construction. A record never wraps: when the rest of a lap is too
/// short, a zero word ends the lap. Memory order: the producer publishes bytes with a release store of the tail, the
/// consumer frees them with one of the head. Both also are in the <see cref="RingMemory"/>, where the next run reads
/// them after a kill; they are moved there first, so that a head never overtakes its tail.
/// </summary>
internal sealed class RecordRingBuffer : IDisposable
{
    private readonly RingMemory _memory;
    private readonly int _wakeAt;
    private readonly AutoResetEvent _wake = new(false);
    private RingCursors _cursors;

    /// <summary>Makes an empty ring.</summary>
    /// <param name="memory">Its bytes, a multiple of 8; disposed with the ring. A record may have half of it.</param>
    /// <param name="wakeAt">Held bytes at which the consumer is woken before its time.</param>
    public RecordRingBuffer(RingMemory memory, int wakeAt)
    {
        _memory = memory;
        _memory.StoreHead(0);
        _memory.StoreTail(0);
        _wakeAt = wakeAt;
    }

    /// <summary>Bytes of the ring.</summary>
    public int Capacity => _memory.Length;

    /// <summary>Bytes that wait; any thread.</summary>
    public int Held
    {
        get
        {
            long head = Volatile.Read(ref _cursors.Head);
            return (int)Math.Min(Volatile.Read(ref _cursors.Tail) - head, Capacity);
        }
    }

    /// <summary>Largest record it takes.</summary>
    public int MaxRecord => Capacity / 2;

    /// <summary>Producer: copies a record in; false when it does not fit now.</summary>
    public bool TryAppend(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        int size = RecordLayout.SizeOf(header.Length, payload.Length);
        long tail = _cursors.Tail;
        int at = (int)(tail % Capacity);
        int rest = Capacity - at;
        int skipped = rest < size ? rest : 0;
        if (tail + skipped + size - Volatile.Read(ref _cursors.Head) > Capacity)
            return false;
        if (skipped > 0)
        {
            MemoryMarshal.Write(_memory.Bytes[at..], 0L);
            at = 0;
        }

        RecordLayout.Write(header, payload, _memory.Bytes.Slice(at, size));
        _memory.StoreTail(tail + skipped + size);
        Volatile.Write(ref _cursors.Tail, tail + skipped + size);

        // Without a fence a wake-up may be missed; the consumer's time of 10 ms then is in.
        if (Volatile.Read(ref _cursors.Parked) != 0 && Held >= _wakeAt)
            _wake.Set();
        return true;
    }

    /// <summary>
    /// Consumer: whole records from the oldest on, as far as they are in one piece; empty when none wait.
    /// </summary>
    public ReadOnlySpan<byte> Peek()
    {
        long head = _cursors.Head;
        long held = Volatile.Read(ref _cursors.Tail) - head;
        int at = (int)(head % Capacity);
        int rest = Capacity - at;
        if (held > 0 && BinaryPrimitives.ReadUInt32LittleEndian(_memory.Bytes[at..]) == 0)
        {
            MoveHead(head + rest);
            (held, at, rest) = (held - rest, 0, Capacity);
        }

        return _memory.Bytes.Slice(at, (int)Math.Min(held, rest));
    }

    /// <summary>
    /// Whether more records are at the beginning of <paramref name="rest"/>, a part of what <see cref="Peek"/> gave.
    /// </summary>
    public static bool HoldsRecord(ReadOnlySpan<byte> rest) =>
        !rest.IsEmpty && BinaryPrimitives.ReadUInt32LittleEndian(rest) != 0;

    /// <summary>Consumer: the first bytes of <see cref="Peek"/> are no longer needed.</summary>
    public void Release(int bytes) => MoveHead(_cursors.Head + bytes);

    /// <summary>Consumer: waits until much is held, or the time is over, or <see cref="Wake"/>.</summary>
    public void Wait(int milliseconds)
    {
        Interlocked.Exchange(ref _cursors.Parked, 1);
        if (Held < _wakeAt)
            _wake.WaitOne(milliseconds);
        Volatile.Write(ref _cursors.Parked, 0);
    }

    /// <summary>Any thread: ends a wait.</summary>
    public void Wake() => _wake.Set();

    public void Dispose()
    {
        _wake.Dispose();
        _memory.Dispose();
    }

    private void MoveHead(long head)
    {
        _memory.StoreHead(head);
        Volatile.Write(ref _cursors.Head, head);
    }
}
