using System.Buffers;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// A consumer's copy of the frames of one publisher, of any of its epochs, in the segments of a journal: what a
/// recording is made of. Frames are stored as they were published, or as a rewriter makes them. One thread appends, one
/// thread writes
/// (<see cref="Step"/>), any thread reads counters, status and <see cref="IsSettled"/>.
/// </summary>
/// <remarks>
/// A <see cref="FrameJournal"/> writes the one epoch of its publisher; a consumer meets several, because connectors
/// restart, and continues one, because it restarts itself. Nothing is removed by age or quota.
/// </remarks>
public sealed class FrameArchive : IDisposable
{
    /// <summary>
    /// Epochs of which a segment is open at once: streams of one connector may be in two for a while after its restart.
    /// </summary>
    public const int OpenEpochs = 2;

    private readonly IDiskFiles _files;
    private readonly JournalOptions _options;
    private readonly TimeProvider _time;
    private readonly IDisposable _lock;
    private readonly SegmentSet _segments;
    private readonly byte[] _publisher;
    private readonly RecordRingBuffer _ring;
    private readonly IFrameRewriter? _rewriter;
    private readonly ArrayBufferWriter<byte> _payload = new();
    private readonly ArrayBufferWriter<byte> _records = new();
    private readonly Lock _lostLock = new();

    // Appending thread writes.
    private long _appended;
    private long _lost;
    private long _lostBlocks;

    // Writing thread.
    private readonly List<EpochWriter> _writers = [];
    private long _taken;
    private long _settled;
    private long _lastSync;
    private long _lastMaintained;
    private JournalStatus _status;

    private FrameArchive(
        IDiskFiles files,
        JournalOptions options,
        Guid publisher,
        TimeProvider time,
        IDisposable held,
        RecoveryReport recovery,
        SegmentSet segments,
        IFrameRewriter? rewriter)
    {
        (_files, _options, _time, _lock, _segments) = (files, options, time, held, segments);
        _rewriter = rewriter;
        (Publisher, Recovery) = (publisher, recovery);
        _publisher = publisher.ToByteArray(bigEndian: true);
        _ring = new RecordRingBuffer(
            RingMemory.OfProcess(options.RingBytes), Math.Min(options.CommitBytes, options.RingBytes / 2));
        _lastSync = _lastMaintained = time.GetTimestamp();
        _status = new JournalStatus(true, null, FileFault.None, time.NowNs());
    }

    /// <summary>Whose frames it takes.</summary>
    public Guid Publisher { get; }

    /// <summary>What was found, and repaired, when it was opened.</summary>
    public RecoveryReport Recovery { get; }

    /// <summary>What was written; any thread.</summary>
    public JournalCounters Counters { get; } = new();

    /// <summary>Whether what is appended reaches a file, and why not; any thread.</summary>
    public JournalStatus Status => Volatile.Read(ref _status);

    /// <summary>Frames that were appended so far, those that were lost among them; any thread.</summary>
    public long Appended => Volatile.Read(ref _appended);

    /// <summary>Frames that are not in the archive although they were appended; any thread.</summary>
    public long LostFrames
    {
        get
        {
            lock (_lostLock)
                return Volatile.Read(ref _lost) + _writers.Sum(writer => writer.Parts.Gaps.TotalFrames);
        }
    }

    /// <summary>
    /// Those of <see cref="LostFrames"/> that are of data streams; any thread. A catalogue that was lost is written at
    /// the head of the next segment, or appended again by who appended it: no block is lost with it.
    /// </summary>
    public long LostBlocks
    {
        get
        {
            lock (_lostLock)
                return Volatile.Read(ref _lostBlocks) + _writers.Sum(writer => writer.Parts.Gaps.TotalBlocks);
        }
    }

    /// <summary>Bytes of all segments; any thread.</summary>
    public long StoredBytes => _segments.TotalBytes;

    /// <summary>
    /// Opens the archive in a folder, and repairs what a crash left: torn ends are cut, missing indexes written.
    /// </summary>
    /// <param name="files">The folder; made when it is missing.</param>
    /// <param name="options">Sizes and times. Quota and age are ignored.</param>
    /// <param name="publisher">Whose frames it takes; segments of others are left alone.</param>
    /// <param name="time">Clock.</param>
    /// <param name="archive">The archive; null when the outcome is not ok.</param>
    /// <param name="rewriter">Gives frames another form; null = as they were published. Only the writing thread uses
    /// it.</param>
    /// <returns>Not ok when another process writes there, or the folder cannot be used.</returns>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static FileOutcome Open(
        IDiskFiles files,
        JournalOptions options,
        Guid publisher,
        TimeProvider time,
        out FrameArchive? archive,
        IFrameRewriter? rewriter = null)
    {
        archive = null;
        if (options.Fault() is { } fault)
            throw new ArgumentException(fault, nameof(options));
        FileOutcome outcome = files.CreateFolder();
        if (!outcome.IsOk)
            return outcome;
        outcome = files.Lock(SegmentFolder.LockName, out IDisposable? held);
        if (!outcome.IsOk)
            return outcome;
        RecoveryReport recovery =
            new SegmentFolder(files, publisher, options, repair: true).Load(out SegmentSet segments);
        if (!recovery.Folder.IsOk)
        {
            held!.Dispose();
            return recovery.Folder;
        }

        archive = new FrameArchive(files, options, publisher, time, held!, recovery, segments, rewriter);
        return FileOutcome.Ok;
    }

    /// <summary>The newest catalogue that was stored for an epoch when the archive was opened; null = none.</summary>
    public StoredFrame? CatalogueOf(ulong epoch) =>
        Recovery.Extents.Any(extent => extent.Epoch == epoch)
        && new CatalogueSearch(_files, _segments, Publisher, _options.Limits).Find(
            Recovery.NewestRevision, out _) is { } found
        && found.Header.Epoch == epoch
            ? found : null;

    /// <summary>
    /// Any thread: what is written, to be read while it grows, and after <see cref="Dispose"/>. What waits for the disk
    /// is not in it, nor what the newest index entries of an open segment will have in the extents.
    /// </summary>
    public JournalFolder View() => new(_files, _options, Publisher, _segments);

    /// <summary>
    /// Appending thread: copies a frame. Does not allocate and waits for nothing; what does not fit is lost to the
    /// archive and counted. Sequences of a stream grow within an epoch.
    /// </summary>
    /// <param name="header">The header as it was received; of this publisher.</param>
    /// <param name="payload">The payload.</param>
    /// <returns>False when it did not fit.</returns>
    /// <exception cref="ArgumentException">The header is of another publisher, or does not belong to the
    /// payload.</exception>
    public bool Append(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        if (!RecordLayout.Belong(header, payload, _publisher))
            throw new ArgumentException(
                "The header is of another publisher, or its lengths are not those of header and payload.",
                nameof(header));
        bool appended = payload.Length <= _options.Limits.MaxPayloadBytes
            && RecordLayout.SizeOf(header.Length, payload.Length) <= _ring.MaxRecord
            && _ring.TryAppend(header, payload);
        if (appended)
        {
            Volatile.Write(ref _appended, _appended + 1);
            return true;
        }

        Volatile.Write(ref _lost, _lost + 1);
        if (FrameHeader.IsDataStream(RecordLayout.StreamOf(header)))
            Volatile.Write(ref _lostBlocks, _lostBlocks + 1);
        return false;
    }

    /// <summary>
    /// Any thread: whether the first <paramref name="appended"/> frames are durable, or counted as lost.
    /// </summary>
    public bool IsSettled(long appended) => Volatile.Read(ref _settled) >= appended;

    /// <summary>Writing thread: writes all that was appended, and makes it durable when the interval is over.</summary>
    public void Step()
    {
        WriteWaiting();
        if (_time.GetElapsedTime(_lastSync) >= _options.CommitInterval)
            Sync();
        if (_time.GetElapsedTime(_lastMaintained) < _options.RetryInterval)
            return;
        _lastMaintained = _time.GetTimestamp();
        if (_writers.Count > 0)
            _writers[^1].Sink.CheckFolder();
        TakeStatus();
    }

    /// <summary>Writing thread: everything appended is durable and the segments closed.</summary>
    public void Finish()
    {
        WriteWaiting();
        foreach (EpochWriter writer in _writers)
            writer.Sink.End();
        Volatile.Write(ref _settled, _taken);
        TakeStatus();
    }

    /// <summary>Closes files and lock. Without <see cref="Finish"/>, what waits is lost.</summary>
    public void Dispose()
    {
        foreach (EpochWriter writer in _writers)
            writer.Sink.Dispose();
        _ring.Dispose();
        _lock.Dispose();
    }

    private void WriteWaiting()
    {
        for (long left = _ring.Capacity; left > 0 && _ring.Held > 0;)
        {
            ReadOnlySpan<byte> pending = _ring.Peek();
            while (RecordRingBuffer.HoldsRecord(pending))
            {
                (int batch, int records) = OfOneEpoch(pending);
                EpochWriter writer = WriterFor(RecordLayout.EpochOf(pending));
                ReadOnlySpan<byte> stored = _rewriter is null ? pending[..batch] : Rewrite(pending[..batch]);
                for (int at = 0; at < stored.Length;)
                    at += writer.Sink.Append(stored[at..]);
                _ring.Release(batch);
                _taken += records;
                pending = pending[batch..];
                left -= batch;
            }
        }
    }

    // The records that are stored instead of some. A longer header than this version writes stays with its frame.
    private ReadOnlySpan<byte> Rewrite(ReadOnlySpan<byte> records)
    {
        _records.ResetWrittenCount();
        Span<byte> newHeader = stackalloc byte[FrameHeader.Size];
        for (int at = 0, size; at < records.Length; at += size)
        {
            size = RecordLayout.SizeOf(records[at..]);
            int headerLength = RecordLayout.HeaderLength(records[at..]);
            ReadOnlySpan<byte> header = records.Slice(at, headerLength);
            ReadOnlySpan<byte> payload =
                records.Slice(at + headerLength, (int)RecordLayout.PayloadLength(records[at..]));
            _payload.ResetWrittenCount();
            if (headerLength == FrameHeader.Size
                && FrameHeaderReader.ReadHeader(header, payload.Length, _options.Limits, out FrameHeader read).IsOk
                && _rewriter!.TryRewrite(read, payload, _payload, out byte content))
            {
                (read with { Content = content }).WithPayload(_payload.WrittenSpan).Write(newHeader);
                Add(newHeader, _payload.WrittenSpan);
            }
            else
            {
                Add(header, payload);
            }
        }

        return _records.WrittenSpan;
    }

    private void Add(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        int size = RecordLayout.SizeOf(header.Length, payload.Length);
        RecordLayout.Write(header, payload, _records.GetSpan(size)[..size]);
        _records.Advance(size);
    }

    // The first records of what waits that are of one epoch, at most what is written in one call.
    private (int Bytes, int Records) OfOneEpoch(ReadOnlySpan<byte> pending)
    {
        ulong epoch = RecordLayout.EpochOf(pending);
        (int bytes, int records) = (0, 0);
        do
        {
            bytes += RecordLayout.SizeOf(pending[bytes..]);
            records++;
        }
        while (bytes < _options.CommitBytes
            && RecordRingBuffer.HoldsRecord(pending[bytes..]) && RecordLayout.EpochOf(pending[bytes..]) == epoch);
        return (bytes, records);
    }

    // The newest is the last; one that is not written to any more has no open file.
    private EpochWriter WriterFor(ulong epoch)
    {
        int at = _writers.FindIndex(writer => writer.Epoch == epoch);
        if (at >= 0 && at == _writers.Count - 1)
            return _writers[at];
        EpochWriter next = at >= 0 ? _writers[at] : Begin(epoch);
        lock (_lostLock)
        {
            if (at >= 0)
                _writers.RemoveAt(at);
            _writers.Add(next);
        }

        if (_writers.Count > OpenEpochs)
            _writers[^(OpenEpochs + 1)].Sink.End();
        return next;
    }

    // Continues after the segments of an earlier run of this consumer.
    private EpochWriter Begin(ulong epoch)
    {
        var parts = new JournalParts(_segments, new WatermarkTable(), new GapLog(epoch), Counters);
        var sink = new JournalSink(_files, _options, epoch, parts, _time);
        uint last = 0;
        foreach (Segment segment in _segments.All)
            last = segment.Name.Epoch == epoch ? segment.Name.Number : last;
        sink.Resume(last, last > 0 && CatalogueOf(epoch) is { } catalogue ? catalogue.ToRecord() : []);
        return new EpochWriter(epoch, sink, parts);
    }

    private void Sync()
    {
        _lastSync = _time.GetTimestamp();
        foreach (EpochWriter writer in _writers)
            writer.Sink.Sync();
        Volatile.Write(ref _settled, _taken);
        TakeStatus();
    }

    private void TakeStatus()
    {
        if (_writers.Count > 0)
            Volatile.Write(ref _status, _writers[^1].Sink.Status);
    }

    private sealed record EpochWriter(ulong Epoch, JournalSink Sink, JournalParts Parts);
}
