using System.Diagnostics;
using System.Runtime.InteropServices;

namespace FuncLibs.Blocks;

/// <summary>
/// What the rig measured in one short interval: one contiguous buffer of 8-byte words, column by column, at the
/// capacity of a <see cref="BlockLayout"/>, and beside it what is really there: channels, points, sensors and bits.
/// Owned by one thread at a time; rented from a <see cref="BlockPool"/> and returned by its last owner.
/// </summary>
public sealed class CDataBlock
{
    private readonly int[] _groupCounts = [Absent, Absent, Absent];
    private readonly int[] _bitCounts = [Absent, Absent];
    private long[] _words;
    private int _start;
    private int[] _ids;
    private int[] _points;
    private int[] _sensors;
    private int _state = Free;

    private const int Absent = -1;
    private const int Free = 0;
    private const int Rented = 1;

    /// <summary>Makes a block outside any pool, with every group absent.</summary>
    public CDataBlock(BlockLayout layout)
    {
        Layout = layout;
        (_words, _start) = NewBuffer(layout);
        _ids = new int[layout.ChannelCount];
        _points = new int[layout.ChannelCount];
        _sensors = new int[layout.ChannelCount];
    }

    /// <summary>Capacity and column offsets.</summary>
    public BlockLayout Layout { get; private set; }

    /// <summary>Index of the first sample on the base clock (the rate of the servo channels).</summary>
    public long FirstSampleIndex { get; set; }

    /// <summary>Rate of the base clock in Hz.</summary>
    public double SampleRateHz { get; set; }

    /// <summary>
    /// The counts that came with the block. After <see cref="CountFilter"/> they are the array lengths.
    /// </summary>
    public BlockCounts Counts { get; set; }

    /// <summary>
    /// False while a decoder fills the block, and after one failed half-way: the values mean nothing then.
    /// </summary>
    public bool IsValid { get; set; }

    /// <summary>The counts that a trimmed block has: its array lengths.</summary>
    public BlockCounts ArrayLengths => new(
        ChannelCount(BlockGroup.Servo),
        ChannelCount(BlockGroup.Temp),
        ChannelCount(BlockGroup.AD),
        BitCount(BitGroup.In),
        BitCount(BitGroup.Out));

    /// <summary>True when the group is there, be it empty; false when the document has nil for it.</summary>
    public bool IsPresent(BlockGroup group) => _groupCounts[(int)group] != Absent;

    /// <summary>True when the bit group is there, be it empty.</summary>
    public bool IsPresent(BitGroup group) => _bitCounts[(int)group] != Absent;

    /// <summary>Channels of a group; 0 when it is empty or absent.</summary>
    public int ChannelCount(BlockGroup group) => Math.Max(0, _groupCounts[(int)group]);

    /// <summary>Lines of a bit group; 0 when it is empty or absent.</summary>
    public int BitCount(BitGroup group) => Math.Max(0, _bitCounts[(int)group]);

    /// <summary>One channel, for reading and writing.</summary>
    /// <param name="group">Its group.</param>
    /// <param name="channel">0 to <see cref="ChannelCount"/> - 1.</param>
    public BlockChannel Channel(BlockGroup group, int channel)
    {
        AssertInUse();
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(
            (uint)channel, (uint)ChannelCount(group), nameof(channel));
        return new BlockChannel(this, group, Layout.Flat(group, channel));
    }

    /// <summary>
    /// Declares a group present with its first channels; what their columns hold is up to the caller.
    /// </summary>
    /// <param name="group">The group.</param>
    /// <param name="channels">0 to the layout's capacity.</param>
    public void SetGroup(BlockGroup group, int channels)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(
            (uint)channels, (uint)Layout.Shapes(group).Length, nameof(channels));
        _groupCounts[(int)group] = channels;
    }

    /// <summary>Declares a group absent (nil on the wire), which is not the same as empty.</summary>
    public void RemoveGroup(BlockGroup group) => _groupCounts[(int)group] = Absent;

    /// <summary>Declares a bit group present with so many lines.</summary>
    /// <param name="group">The bit group.</param>
    /// <param name="bits">0 to the layout's capacity.</param>
    public void SetBits(BitGroup group, int bits)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)bits, (uint)Layout.Bits(group), nameof(bits));
        _bitCounts[(int)group] = bits;
    }

    /// <summary>Declares a bit group absent.</summary>
    public void RemoveBits(BitGroup group) => _bitCounts[(int)group] = Absent;

    /// <summary>
    /// The bits of a group as bytes: bit i is bit i % 8 of byte i / 8. Bits beyond the count are the writer's to keep
    /// 0.
    /// </summary>
    public Span<byte> BitBytes(BitGroup group)
    {
        AssertInUse();
        int first = group == BitGroup.In ? Layout.BitInWord : Layout.BitOutWord;
        return MemoryMarshal.AsBytes(_words.AsSpan(_start + first))[..((BitCount(group) + 7) / 8)];
    }

    /// <summary>The value of one digital line.</summary>
    public bool Bit(BitGroup group, int index)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)BitCount(group), nameof(index));
        return (BitBytes(group)[index >> 3] >> (index & 7) & 1) != 0;
    }

    /// <summary>Sets one digital line.</summary>
    public void SetBit(BitGroup group, int index, bool value)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)BitCount(group), nameof(index));
        ref byte cell = ref BitBytes(group)[index >> 3];
        cell = (byte)(value ? cell | (1 << (index & 7)) : cell & ~(1 << (index & 7)));
    }

    /// <summary>Back to a block without groups, counts or indices, at the same layout.</summary>
    public void Clear()
    {
        _groupCounts.AsSpan().Fill(Absent);
        _bitCounts.AsSpan().Fill(Absent);
        FirstSampleIndex = 0;
        SampleRateHz = 0;
        Counts = default;
        IsValid = false;
    }

    /// <summary>
    /// Gives the block another capacity and clears it. Allocates when the new layout needs a larger buffer.
    /// </summary>
    public void Relayout(BlockLayout layout)
    {
        if (_words.Length - _start < layout.WordCount)
            (_words, _start) = NewBuffer(layout);
        if (_ids.Length < layout.ChannelCount)
        {
            _ids = new int[layout.ChannelCount];
            _points = new int[layout.ChannelCount];
            _sensors = new int[layout.ChannelCount];
        }

        Layout = layout;
        Clear();
    }

    /// <summary>Becomes equal to another block. Allocates only when its layout needs a larger buffer.</summary>
    public void CopyFrom(CDataBlock other)
    {
        if (!ReferenceEquals(Layout, other.Layout))
            Relayout(other.Layout);
        other._words.AsSpan(other._start, Layout.WordCount).CopyTo(_words.AsSpan(_start));
        other._groupCounts.CopyTo(_groupCounts, 0);
        other._bitCounts.CopyTo(_bitCounts, 0);
        other._ids.AsSpan(0, Layout.ChannelCount).CopyTo(_ids);
        other._points.AsSpan(0, Layout.ChannelCount).CopyTo(_points);
        other._sensors.AsSpan(0, Layout.ChannelCount).CopyTo(_sensors);
        FirstSampleIndex = other.FirstSampleIndex;
        SampleRateHz = other.SampleRateHz;
        Counts = other.Counts;
        IsValid = other.IsValid;
    }

    /// <summary>Trims trailing channels and bits to the given counts; the caller has checked them.</summary>
    internal void Trim(in BlockCounts counts)
    {
        TrimTo(_groupCounts, (int)BlockGroup.Servo, counts.Servo);
        TrimTo(_groupCounts, (int)BlockGroup.Temp, counts.Temp);
        TrimTo(_groupCounts, (int)BlockGroup.AD, counts.AD);
        TrimTo(_bitCounts, (int)BitGroup.In, counts.BitIn);
        TrimTo(_bitCounts, (int)BitGroup.Out, counts.BitOut);
        ClearUnusedBits(BitGroup.In);
        ClearUnusedBits(BitGroup.Out);
        Counts = ArrayLengths;
    }

    internal ref int IdOf(int flat) => ref _ids[flat];

    internal ref int PointsOf(int flat) => ref _points[flat];

    internal ref int SensorsOf(int flat) => ref _sensors[flat];

    internal Span<long> Ints(int flat, int column) =>
        _words.AsSpan(_start + Layout.WordOf(flat, column), _points[flat]);

    /// <summary>All columns of a channel at the layout's stride, for formats that interleave them.</summary>
    internal Span<long> ChannelWords(int flat) =>
        _words.AsSpan(
            _start + Layout.WordOf(flat, 0), (ColumnIndex.FirstSensor + _sensors[flat]) * Layout.Stride(flat));

    internal Span<double> Floats(int flat, int column) => MemoryMarshal.Cast<long, double>(Ints(flat, column));

    [Conditional("DEBUG")]
    internal void MarkRented() =>
        Debug.Assert(Interlocked.Exchange(ref _state, Rented) == Free, "A block was rented that is rented already.");

    [Conditional("DEBUG")]
    internal void MarkReturned()
    {
        Debug.Assert(Interlocked.Exchange(ref _state, Free) == Rented, "A block was returned that is not rented.");
        _pooled = true;
    }

    // Only blocks that went through a pool can be used after return; a block of one's own is always in use.
    private bool _pooled;

    [Conditional("DEBUG")]
    private void AssertInUse() =>
        Debug.Assert(!_pooled || _state == Rented, "A block was used after it went back to its pool.");

    private static void TrimTo(int[] counts, int index, int count)
    {
        if (counts[index] != Absent)
            counts[index] = count;
    }

    // Pinned so that the address never moves: the first word begins a cache line, and so does each column after it.
    private static (long[] Words, int Start) NewBuffer(BlockLayout layout)
    {
        const int LineBytes = 64;
        const int SpareWords = (LineBytes / sizeof(long)) - 1;
        long[] words = GC.AllocateArray<long>(layout.WordCount + SpareWords, pinned: true);
        var handle = GCHandle.Alloc(words, GCHandleType.Pinned);
        nuint address = (nuint)handle.AddrOfPinnedObject();
        handle.Free();
        return (words, (int)((LineBytes - (address % LineBytes)) % LineBytes) / sizeof(long));
    }

    private void ClearUnusedBits(BitGroup group)
    {
        int used = BitCount(group) & 7;
        if (used != 0)
            BitBytes(group)[^1] &= (byte)((1 << used) - 1);
    }
}

/// <summary>
/// The five counts of a block: how many channels and lines the rig says are live. Taken from the rig as they are;
/// <see cref="CountFilter"/> checks them.
/// </summary>
/// <param name="Servo">Live servo channels.</param>
/// <param name="Temp">Live temperature channels.</param>
/// <param name="AD">Live analogue inputs.</param>
/// <param name="BitIn">Live digital inputs.</param>
/// <param name="BitOut">Live digital outputs.</param>
public readonly record struct BlockCounts(int Servo, int Temp, int AD, int BitIn, int BitOut);
