using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Journal;

/// <summary>
/// How far one stream of this epoch is on its way to the disk. The journal thread moves the marks on, any thread reads
/// them. Nothing at or below a mark is missing but what was declared as a gap.
/// </summary>
public sealed class StreamWatermarks
{
    private ulong _written;
    private ulong _durable;
    private JournalPoint? _oldest;
    private object? _oldestBox;

    internal StreamWatermarks(uint stream) => Stream = stream;

    /// <summary>The stream.</summary>
    public uint Stream { get; }

    /// <summary>
    /// Last sequence that was written, which is what replay can serve; survives the end of the process. 0 none.
    /// </summary>
    public ulong Written => Volatile.Read(ref _written);

    /// <summary>Last sequence that fsync covered: survives a power cut. 0 none.</summary>
    public ulong Durable => Volatile.Read(ref _durable);

    /// <summary>Oldest frame of the stream that is kept, of whatever epoch; null when none is.</summary>
    public JournalPoint? Oldest => Volatile.Read(ref _oldestBox) is JournalPoint point ? point : null;

    /// <summary>Journal thread: first sequence written since the last fsync; 0 none.</summary>
    internal ulong FirstUnsynced { get; private set; }

    /// <summary>Journal thread: first sequence in the segment that is open; 0 none.</summary>
    internal ulong FirstInSegment { get; private set; }

    internal void MoveWritten(ulong sequence)
    {
        FirstUnsynced = FirstUnsynced == 0 ? sequence : FirstUnsynced;
        FirstInSegment = FirstInSegment == 0 ? sequence : FirstInSegment;
        Volatile.Write(ref _written, Math.Max(_written, sequence));
    }

    internal void MoveDurable()
    {
        FirstUnsynced = 0;
        Volatile.Write(ref _durable, _written);
    }

    internal void BeginSegment() => FirstInSegment = 0;

    // A boxed value is swapped whole: epoch and sequence never come apart. Taken once a segment, not once a record.
    internal void MoveOldest(JournalPoint? point)
    {
        if (_oldest == point)
            return;
        _oldest = point;
        Volatile.Write(ref _oldestBox, point);
    }
}

/// <summary>
/// The marks of all streams: an immutable array, swapped whole when a stream is seen first. The journal thread adds.
/// </summary>
internal sealed class WatermarkTable
{
    private StreamWatermarks[] _all = [];

    /// <summary>All streams that this epoch has recorded.</summary>
    public ReadOnlySpan<StreamWatermarks> All => Volatile.Read(ref _all);

    /// <summary>Any thread: the marks of a stream; null before its first record.</summary>
    public StreamWatermarks? Find(uint stream)
    {
        foreach (StreamWatermarks marks in All)
        {
            if (marks.Stream == stream)
                return marks;
        }

        return null;
    }

    /// <summary>Journal thread: the marks of a stream, made at first sight.</summary>
    public StreamWatermarks GetOrAdd(uint stream)
    {
        if (Find(stream) is { } known)
            return known;
        var marks = new StreamWatermarks(stream);
        Volatile.Write(ref _all, [.. _all, marks]);
        return marks;
    }
}
