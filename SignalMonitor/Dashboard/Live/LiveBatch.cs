using System.Buffers.Binary;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// One binary message to a browser, little endian (docs/wire-format.md):
/// <code>
/// batch   = version:u8 flags:u8 sections:u16 batch:u32 serverNs:i64  section*
/// section = kind:u8 flags:u8 signals:u16 id:u32 t0:i64 widthNs:i64 count:u32 bytes:u32 untilNs:i64 dropped:u64  body
/// buckets = min:f64[S*N] max:f64[S*N] first:f64[S*N] last:f64[S*N] count:u32[S*N] pad to 8
/// pairs   = t:f64[N] x:f64[N] y:f64[N]
/// </code>
/// Its memory is used again; it grows to the largest batch.
/// </summary>
internal sealed class LiveBatch
{
    /// <summary>Version of the format.</summary>
    public const byte Version = 1;

    /// <summary>Bytes before the first section.</summary>
    public const int HeaderBytes = 16;

    /// <summary>Bytes of a section before its body.</summary>
    public const int SectionBytes = 48;

    private const int FirstBytes = 4096;
    private const int SectionsAt = 2;
    private const int Planes = 4;

    private byte[] _bytes = new byte[FirstBytes];
    private ushort _sections;
    private int _body;
    private int _cells;

    /// <summary>Bytes that were written.</summary>
    public int Length { get; private set; }

    /// <summary>True when no section was written.</summary>
    public bool IsEmpty => _sections == 0;

    /// <summary>What was written.</summary>
    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, Length);

    /// <summary>Begins a batch.</summary>
    /// <param name="number">Its number, from 1.</param>
    /// <param name="serverNs">Now, UTC ns.</param>
    public void Begin(uint number, long serverNs)
    {
        Length = HeaderBytes;
        _sections = 0;
        Span<byte> header = _bytes.AsSpan(0, HeaderBytes);
        header.Clear();
        header[0] = Version;
        BinaryPrimitives.WriteUInt32LittleEndian(header[4..], number);
        BinaryPrimitives.WriteInt64LittleEndian(header[8..], serverNs);
    }

    /// <summary>Begins a section of buckets: all are gaps until <see cref="Set(int, in Bucket)"/>.</summary>
    /// <param name="head">What they are.</param>
    public void BeginBuckets(in LiveSection head)
    {
        _cells = head.Signals * head.Count;
        Begin(
            LiveSection.Buckets,
            head,
            Rounded(((long)_cells * Planes * sizeof(double)) + ((long)_cells * sizeof(uint))));
    }

    /// <summary>One bucket of the section.</summary>
    /// <param name="cell">Signal * count + bucket.</param>
    /// <param name="bucket">Its values.</param>
    public void Set(int cell, in Bucket bucket)
    {
        if (bucket.Count == 0)
            return;
        Write(cell, 0, bucket.Min);
        Write(cell, 1, bucket.Max);
        Write(cell, 2, bucket.First);
        Write(cell, 3, bucket.Last);
        int counts = _body + (_cells * Planes * sizeof(double));
        BinaryPrimitives.WriteUInt32LittleEndian(
            _bytes.AsSpan(counts + (cell * sizeof(uint))), (uint)Math.Min(bucket.Count, uint.MaxValue));
    }

    /// <summary>Begins a section of pairs.</summary>
    public void BeginPairs(in LiveSection head)
    {
        _cells = head.Count;
        Begin(LiveSection.Pairs, head, (long)_cells * 3 * sizeof(double));
    }

    /// <summary>One pair of the section.</summary>
    /// <param name="place">From 0.</param>
    /// <param name="behindNs">ns after the section's t0.</param>
    /// <param name="x">To the right.</param>
    /// <param name="y">Upwards.</param>
    public void Set(int place, double behindNs, double x, double y)
    {
        Write(place, 0, behindNs);
        Write(place, 1, x);
        Write(place, 2, y);
    }

    private static int Rounded(long bytes) => checked((int)((bytes + 7) & ~7L));

    private void Begin(byte kind, in LiveSection head, long body)
    {
        int bytes = checked(SectionBytes + (int)body);
        if (_bytes.Length < Length + bytes)
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, Length + bytes));
        Span<byte> section = _bytes.AsSpan(Length, bytes);
        section.Clear();
        section[0] = kind;
        section[1] =
            (byte)((head.IsReset ? LiveSection.ResetFlag : 0) | (head.IsCoarser ? LiveSection.CoarserFlag : 0));
        BinaryPrimitives.WriteUInt16LittleEndian(section[2..], (ushort)head.Signals);
        BinaryPrimitives.WriteUInt32LittleEndian(section[4..], head.Id);
        BinaryPrimitives.WriteInt64LittleEndian(section[8..], head.T0Ns);
        BinaryPrimitives.WriteInt64LittleEndian(section[16..], head.WidthNs);
        BinaryPrimitives.WriteUInt32LittleEndian(section[24..], (uint)head.Count);
        BinaryPrimitives.WriteUInt32LittleEndian(section[28..], (uint)bytes);
        BinaryPrimitives.WriteInt64LittleEndian(section[32..], head.UntilNs);
        BinaryPrimitives.WriteUInt64LittleEndian(section[40..], (ulong)head.Dropped);
        _body = Length + SectionBytes;
        Length += bytes;
        BinaryPrimitives.WriteUInt16LittleEndian(_bytes.AsSpan(SectionsAt), ++_sections);
    }

    private void Write(int cell, int plane, double value) =>
        BinaryPrimitives.WriteDoubleLittleEndian(
            _bytes.AsSpan(_body + (((plane * _cells) + cell) * sizeof(double))), value);
}

/// <summary>What is before the values of a section.</summary>
/// <param name="Id">Of the subscription.</param>
/// <param name="Signals">Signals; 1 for pairs.</param>
/// <param name="T0Ns">Start of the first bucket, or time base of the pairs, UTC ns.</param>
/// <param name="WidthNs">Width of a bucket; 0 for pairs.</param>
/// <param name="Count">Buckets of each signal, or pairs.</param>
/// <param name="UntilNs">Due time of the end of the newest block in it, UTC ns.</param>
/// <param name="Dropped">Blocks of the stream that live data did not take so far.</param>
internal readonly record struct LiveSection(
    uint Id, int Signals, long T0Ns, long WidthNs, int Count, long UntilNs, long Dropped)
{
    /// <summary>Kind of a section of buckets.</summary>
    public const byte Buckets = 1;

    /// <summary>Kind of a section of pairs.</summary>
    public const byte Pairs = 2;

    /// <summary>Drop what is held of the subscription.</summary>
    public const byte ResetFlag = 1;

    /// <summary>Wider, or fewer, than requested: the browser was behind.</summary>
    public const byte CoarserFlag = 2;

    /// <summary>What was sent of the subscription before means nothing any more.</summary>
    public bool IsReset { get; init; }

    /// <summary>The browser was behind.</summary>
    public bool IsCoarser { get; init; }
}
