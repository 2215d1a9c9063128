using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.IO.MemoryMappedFiles;
using FuncLibs.Hosting.State;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace HardwareConnector.Recording;

/// <summary>Position of a stream on the clock of its rig when a block of it was published.</summary>
/// <param name="Epoch">Epoch of the block.</param>
/// <param name="Sequence">Its sequence.</param>
/// <param name="First">Base index of its first sample.</param>
/// <param name="Points">Its samples on the base clock.</param>
/// <param name="DueNs">Due time of its first sample, UTC ns.</param>
/// <param name="RateHz">Rate of the base clock, Hz.</param>
public readonly record struct SampleMark(ulong Epoch, ulong Sequence, long First, int Points, long DueNs, double RateHz)
{
    /// <summary>The mark of a later block of the same size.</summary>
    public SampleMark MovedTo(ulong sequence)
    {
        long blocks = sequence > Sequence ? (long)(sequence - Sequence) : 0;
        long ns = RateHz > 0 ? (long)(blocks * Points / RateHz * 1e9) : 0;
        return this with
        {
            Sequence = Math.Max(Sequence, sequence),
            First = First + (blocks * Points),
            DueNs = DueNs + ns,
        };
    }
}

/// <summary>
/// The file <c>samples</c> of the state folder, memory-mapped: the newest published block of each stream with the
/// sample index of its rig. The next start uses it to find the samples that the rig measured while no connector ran. It
/// survives the end of the process; without it such samples are not accounted for.
/// <code>
/// 0 magic "CDBS" (4)   4 version (2)   6 zero (2)   8 publisher (16)   24 zero (40)
/// 64 streams: 1024 x 2 slots of 64 bytes, little-endian:
///    0 epoch (8)  8 sequence (8)  16 first sample (8)  24 due ns (8)  32 rate Hz, float64 (8)
///   40 stream (4)  44 points (4)  48 CRC-32C of 0..47 (4)
/// </code>
/// The slot that is not the newest is overwritten, so a process that ends in between leaves the other one.
/// </summary>
public sealed class SampleMarks : IDisposable
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "samples";

    /// <summary>Capacity in streams.</summary>
    public const int MaxStreams = 1024;

    private const uint Magic = 0x53424443;
    private const ushort Version = 1;
    private const int HeaderSize = 64;
    private const int SlotSize = 64;
    private const int CrcOffset = 48;
    private const int Size = HeaderSize + (MaxStreams * 2 * SlotSize);

    private readonly MemoryMappedFile _map;
    private readonly MemoryMappedViewAccessor _view;
    private readonly ConcurrentDictionary<uint, SampleMark> _left = [];

    // The stream at each index, the epoch of its newest mark, and the slot that has it. Publish thread.
    private readonly uint[] _ids = new uint[MaxStreams];
    private readonly ulong[] _epochs = new ulong[MaxStreams];
    private readonly byte[] _newest = new byte[MaxStreams];
    private int _count;

    private SampleMarks(string path)
    {
        _map = MemoryMappedFile.CreateFromFile(
            path, FileMode.Open, mapName: null, capacity: 0, MemoryMappedFileAccess.ReadWrite);
        _view = _map.CreateViewAccessor(0, Size);
    }

    /// <summary>Opens the file of a publisher; a damaged file, or one of another publisher, is replaced.</summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="publisher">This publisher.</param>
    /// <param name="closed">Ends of earlier epochs: blocks after a mark were published too.</param>
    /// <param name="fault">Why there is no file; null otherwise.</param>
    /// <returns>Null if the file can be neither read nor created.</returns>
    public static SampleMarks? Open(
        StateFolder folder, Guid publisher, IReadOnlyList<ClosedEpoch> closed, out string? fault)
    {
        string path = folder.File(FileName);
        fault = null;
        try
        {
            if (!IsOf(path, publisher))
                AtomicFile.Write(path, Empty(publisher));
            SampleMarks marks = new(path);
            marks.Load(closed);
            return marks;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = $"{path} cannot be used ({OneLine.Format(e)})";
            return null;
        }
    }

    /// <summary>Returns the mark that an earlier run of the connector left for a stream, once. Any thread.</summary>
    public SampleMark? TakeLeft(uint stream) => _left.TryRemove(stream, out SampleMark mark) ? mark : null;

    /// <summary>
    /// Stores the mark of a sent block. Does not allocate and makes no system call. When the file is full, the stream
    /// published longest ago is replaced. Publish thread.
    /// </summary>
    /// <returns>False when the file is full of streams of this epoch.</returns>
    public bool Store(uint stream, in SampleMark mark)
    {
        int index = _ids.AsSpan(0, _count).IndexOf(stream);
        if (index < 0)
        {
            index = _count < MaxStreams ? _count++ : IndexOfOldest();
            if (_epochs[index] == mark.Epoch)
                return false;
            _ids[index] = stream;
        }

        _epochs[index] = mark.Epoch;

        _newest[index] ^= 1;
        Span<byte> slot = stackalloc byte[SlotSize];
        Encode(slot, stream, mark);
        _view.SafeMemoryMappedViewHandle.WriteSpan<byte>(OffsetOf(index, _newest[index]), slot);
        return true;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _view.Dispose();
        _map.Dispose();
    }

    private static bool IsOf(string path, Guid publisher)
    {
        if (!File.Exists(path) || new FileInfo(path).Length != Size)
            return false;
        Span<byte> header = stackalloc byte[HeaderSize];
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        return file.ReadAtLeast(header, HeaderSize, throwOnEndOfStream: false) == HeaderSize
            && header.SequenceEqual(Empty(publisher).AsSpan(0, HeaderSize));
    }

    private static byte[] Empty(Guid publisher)
    {
        byte[] file = new byte[Size];
        BinaryPrimitives.WriteUInt32LittleEndian(file, Magic);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(4), Version);
        publisher.TryWriteBytes(file.AsSpan(8), bigEndian: true, out _);
        return file;
    }

    private static void Encode(Span<byte> slot, uint stream, in SampleMark mark)
    {
        slot.Clear();
        BinaryPrimitives.WriteUInt64LittleEndian(slot, mark.Epoch);
        BinaryPrimitives.WriteUInt64LittleEndian(slot[8..], mark.Sequence);
        BinaryPrimitives.WriteInt64LittleEndian(slot[16..], mark.First);
        BinaryPrimitives.WriteInt64LittleEndian(slot[24..], mark.DueNs);
        BinaryPrimitives.WriteDoubleLittleEndian(slot[32..], mark.RateHz);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[40..], stream);
        BinaryPrimitives.WriteInt32LittleEndian(slot[44..], mark.Points);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[CrcOffset..], Crc32C.Compute(slot[..CrcOffset]));
    }

    private static ulong OffsetOf(int index, int slot) => (ulong)(HeaderSize + (((2 * index) + slot) * SlotSize));

    private bool TryRead(int index, int number, out uint stream, out SampleMark mark)
    {
        Span<byte> slot = stackalloc byte[SlotSize];
        _view.SafeMemoryMappedViewHandle.ReadSpan(OffsetOf(index, number), slot);
        stream = BinaryPrimitives.ReadUInt32LittleEndian(slot[40..]);
        mark = new SampleMark(
            BinaryPrimitives.ReadUInt64LittleEndian(slot),
            BinaryPrimitives.ReadUInt64LittleEndian(slot[8..]),
            BinaryPrimitives.ReadInt64LittleEndian(slot[16..]),
            BinaryPrimitives.ReadInt32LittleEndian(slot[44..]),
            BinaryPrimitives.ReadInt64LittleEndian(slot[24..]),
            BinaryPrimitives.ReadDoubleLittleEndian(slot[32..]));
        return mark.Epoch != 0 && mark.Points >= 0
            && BinaryPrimitives.ReadUInt32LittleEndian(slot[CrcOffset..]) == Crc32C.Compute(slot[..CrcOffset]);
    }

    private int IndexOfOldest()
    {
        int oldest = 0;
        for (int index = 1; index < MaxStreams; index++)
            oldest = _epochs[index] < _epochs[oldest] ? index : oldest;
        return oldest;
    }

    private static bool IsNewer(in SampleMark one, in SampleMark other) =>
        (one.Epoch, one.Sequence, one.First).CompareTo((other.Epoch, other.Sequence, other.First)) > 0;

    // An entry without a readable slot stays unused while later ones are in use.
    private void Load(IReadOnlyList<ClosedEpoch> closed)
    {
        Dictionary<(ulong, uint), ulong> ends = [];
        foreach (ClosedEpoch epoch in closed)
            ends[(epoch.Epoch, epoch.Stream)] = epoch.Last;
        for (int index = 0; index < MaxStreams; index++)
        {
            bool has0 = TryRead(index, 0, out uint stream0, out SampleMark mark0);
            bool has1 = TryRead(index, 1, out uint stream1, out SampleMark mark1);
            if (!has0 && !has1)
                continue;
            bool second = has1 && (!has0 || IsNewer(mark1, mark0));
            (uint stream, SampleMark mark) = second ? (stream1, mark1) : (stream0, mark0);
            _left[stream] = mark.MovedTo(ends.GetValueOrDefault((mark.Epoch, stream)));
            (_ids[index], _epochs[index], _newest[index], _count) =
                (stream, mark.Epoch, second ? (byte)1 : (byte)0, index + 1);
        }
    }
}
