using System.Buffers.Binary;
using System.Runtime.InteropServices;
using FuncLibs.Journal.Records;
using FuncLibs.Rings;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// The bytes between the publish thread, which copies records in, and the journal thread, which writes them out: one producer, one
/// consumer, no lock, no memory after construction. A record never wraps: when the rest of a lap is too short, a zero word ends the lap.
/// Memory order: the producer publishes bytes with a release store of the tail, the consumer frees them with one of the head.
/// </summary>
internal sealed class PageRing : IDisposable
{
    private readonly byte[] _bytes;
    private readonly int _wakeAt;
    private readonly AutoResetEvent _wake = new(false);
    private RingCursors _cursors;

    /// <summary>Makes a ring; all of its memory is touched now, so that no append meets a page fault.</summary>
    /// <param name="bytes">Size, a multiple of 8. A record may have half of it.</param>
    /// <param name="wakeAt">Held bytes at which the consumer is woken before its time.</param>
    public PageRing(int bytes, int wakeAt)
    {
        _bytes = GC.AllocateUninitializedArray<byte>(bytes, pinned: true);
        _bytes.AsSpan().Fill(byte.MaxValue);
        _wakeAt = wakeAt;
    }

    /// <summary>Bytes of the ring.</summary>
    public int Capacity => _bytes.Length;

    /// <summary>Bytes that wait; any thread.</summary>
    public int Held
    {
        get
        {
            long head = Volatile.Read(ref _cursors.Head);
            return (int)Math.Min(Volatile.Read(ref _cursors.Tail) - head, _bytes.Length);
        }
    }

    /// <summary>Largest record it takes.</summary>
    public int MaxRecord => _bytes.Length / 2;

    /// <summary>Producer: copies a record in; false when it does not fit now.</summary>
    public bool TryAppend(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        int size = RecordLayout.SizeOf(header.Length, payload.Length);
        long tail = _cursors.Tail;
        int at = (int)(tail % _bytes.Length);
        int rest = _bytes.Length - at;
        int skipped = rest < size ? rest : 0;
        if (tail + skipped + size - Volatile.Read(ref _cursors.Head) > _bytes.Length)
            return false;
        if (skipped > 0)
        {
            MemoryMarshal.Write(_bytes.AsSpan(at), 0L);
            at = 0;
        }

        Copy(header, payload, _bytes.AsSpan(at, size));
        Volatile.Write(ref _cursors.Tail, tail + skipped + size);

        // Without a fence a wake-up may be missed; the consumer's time of 10 ms then stands in.
        if (Volatile.Read(ref _cursors.Parked) != 0 && Held >= _wakeAt)
            _wake.Set();
        return true;
    }

    /// <summary>Consumer: whole records from the oldest on, as far as they lie in one piece; empty when none wait.</summary>
    public ReadOnlySpan<byte> Peek()
    {
        long head = _cursors.Head;
        long held = Volatile.Read(ref _cursors.Tail) - head;
        int at = (int)(head % _bytes.Length);
        int rest = _bytes.Length - at;
        if (held > 0 && BinaryPrimitives.ReadUInt32LittleEndian(_bytes.AsSpan(at)) == 0)
        {
            Volatile.Write(ref _cursors.Head, head + rest);
            (held, at, rest) = (held - rest, 0, _bytes.Length);
        }

        return _bytes.AsSpan(at, (int)Math.Min(held, rest));
    }

    /// <summary>Whether more records stand at the beginning of <paramref name="rest"/>, a part of what <see cref="Peek"/> gave.</summary>
    public static bool HoldsRecord(ReadOnlySpan<byte> rest) => !rest.IsEmpty && BinaryPrimitives.ReadUInt32LittleEndian(rest) != 0;

    /// <summary>Consumer: the first bytes of <see cref="Peek"/> are no longer needed.</summary>
    public void Release(int bytes) => Volatile.Write(ref _cursors.Head, _cursors.Head + bytes);

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

    public void Dispose() => _wake.Dispose();

    private static void Copy(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload, Span<byte> record)
    {
        header.CopyTo(record);
        payload.CopyTo(record[header.Length..]);
        record[(header.Length + payload.Length)..].Clear();
    }
}
