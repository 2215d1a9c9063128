using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Retention;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// The publisher's source of truth: every published frame, in append-only segments. The publish thread appends and
/// takes gaps, the journal thread runs <see cref="Run"/>, any thread reads marks, status, counters, and frames through
/// its own reader.
/// </summary>
public sealed class FrameJournal : IDisposable
{
    // Epochs are signed 64-bit numbers in other languages.
    private const ulong LastEpoch = long.MaxValue;

    private readonly IDiskFiles _files;
    private readonly JournalOptions _options;
    private readonly IDisposable? _lock;
    private readonly RecordRingBuffer _ring;
    private readonly JournalParts _parts;
    private readonly JournalSink _sink;
    private readonly JournalLoop _loop;

    private readonly IDiskFiles? _rings;
    private readonly RingOwner _ringOwner;
    private readonly byte[] _publisher;
    private volatile bool _runs;
    private bool _isDisposed;

    // Publish thread.
    private bool _ringWasFull;

    private FrameJournal(
        IDiskFiles files,
        JournalOptions options,
        Guid publisher,
        ulong epoch,
        TimeProvider time,
        IRetentionLeases? leases,
        IDisposable? held, RecoveryReport recovery, SegmentSet segments, IDiskFiles? rings)
    {
        _files = files;
        _options = options;
        _lock = held;
        Publisher = publisher;
        _publisher = publisher.ToByteArray(bigEndian: true);
        Epoch = epoch;
        Recovery = recovery;
        _parts = new JournalParts(segments, new WatermarkTable(), new GapLog(epoch), Counters);
        _rings = rings;
        _ringOwner = new RingOwner(publisher, epoch, files.Folder);
        RingMemory? memory = null;
        RingOutcome = rings is null ? default : RingMemory.Create(rings, _ringOwner, options.RingBytes, out memory);
        RingFile = memory is null ? null : Path.Combine(rings!.Folder, RingMemory.NameOf(_ringOwner));
        memory ??= RingMemory.OfProcess(options.RingBytes);
        _ring = new RecordRingBuffer(memory, Math.Min(options.CommitBytes, options.RingBytes / 2));
        _sink = new JournalSink(files, options, epoch, _parts, time);
        var retention = new SegmentRetention(files, segments, options, leases, Counters, time);
        _loop = new JournalLoop(_ring, _sink, retention, options, Counters, time);
        _loop.Maintain();
    }

    /// <summary>Whose frames it takes.</summary>
    public Guid Publisher { get; }

    /// <summary>The epoch that it records.</summary>
    public ulong Epoch { get; }

    /// <summary>What was found when it was opened.</summary>
    public RecoveryReport Recovery { get; }

    /// <summary>What was done; any thread.</summary>
    public JournalCounters Counters { get; } = new();

    /// <summary>Whether it records, and why not; any thread.</summary>
    public JournalStatus Status => _sink.Status;

    /// <summary>
    /// Whether the ring is in a file that outlives a kill of this process; not ok, with the reason, when it had to be
    /// memory of the process. <c>default</c> when no folder was given.
    /// </summary>
    public FileOutcome RingOutcome { get; }

    /// <summary>
    /// True while a kill of this process loses no published frame: the ring's file is there. Any thread.
    /// </summary>
    public bool RingSurvivesKill => RingFile is not null && _rings!.Exists(Path.GetFileName(RingFile));

    /// <summary>Full path of the ring's file; null when the ring is memory of the process.</summary>
    public string? RingFile { get; }

    /// <summary>Bytes that wait for the disk; any thread.</summary>
    public int WaitingBytes => _ring.Held;

    /// <summary>Bytes of all segments; any thread.</summary>
    public long StoredBytes => _parts.Segments.TotalBytes;

    /// <summary>Published frames that are not, or not safely, in the journal; any thread.</summary>
    public long GapFrames => _parts.Gaps.TotalFrames;

    /// <summary>
    /// Opens the journal of a publisher and recovers what is there. A folder that cannot be made or read does not stop
    /// it: <see cref="Status"/> then has the reason, and writing is retried.
    /// </summary>
    /// <param name="files">The folder.</param>
    /// <param name="options">Sizes and times.</param>
    /// <param name="publisher">Whose frames it takes; segments of others are left alone.</param>
    /// <param name="epoch">
    /// The new epoch. Where an epoch is recorded that is not older, as after a restored backup of the state, the
    /// journal takes the one after it: <see cref="Epoch"/>, which its owner must take over, because sequences are
    /// given once.
    /// </param>
    /// <param name="time">Clock.</param>
    /// <param name="leases">What consumers still need; null = nothing.</param>
    /// <param name="journal">The journal; null when the outcome is not ok.</param>
    /// <param name="rings">
    /// A folder in memory (tmpfs) for the ring, so that what was published survives a kill of the process: the next run
    /// reads it there. Null = memory of the process, which takes along what was not written yet. The same when the file
    /// cannot be made: see <see cref="RingOutcome"/>.
    /// </param>
    /// <returns>Not ok when another process writes there, or when no newer epoch is left.</returns>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static FileOutcome Open(
        IDiskFiles files,
        JournalOptions options,
        Guid publisher,
        ulong epoch,
        TimeProvider time,
        IRetentionLeases? leases,
        out FrameJournal? journal, IDiskFiles? rings = null)
    {
        journal = null;
        if (options.Fault() is { } fault)
            throw new ArgumentException(fault, nameof(options));
        files.CreateFolder();
        FileOutcome locked = files.Lock(SegmentFolder.LockName, out IDisposable? held);
        if (locked.Fault == FileFault.InUse)
            return locked;
        RecoveryReport recovery = new SegmentFolder(files, publisher, options, repair: locked.IsOk).Load(
            out SegmentSet segments);
        if (locked.IsOk && rings is not null)
            recovery = recovery.With(
                RingRecovery.Run(rings, files, options, publisher, segments, recovery.NewestRevision, time), segments);
        if (recovery.NewestEpoch >= LastEpoch)
        {
            held?.Dispose();
            return FileOutcome.Failed(
                FileFault.Exists,
                "begin",
                $"an epoch in {files.Folder}",
                $"{recovery.NewestEpoch} is recorded, and none is greater");
        }

        epoch = Math.Max(epoch, recovery.NewestEpoch + 1);
        journal = new FrameJournal(
            files, options, publisher, epoch, time, leases, held, recovery, segments, locked.IsOk ? rings : null);
        return FileOutcome.Ok;
    }

    /// <summary>
    /// Publish thread: copies a frame into the record ring buffer. Does not allocate and waits for nothing; what does
    /// not fit becomes a gap.
    /// </summary>
    /// <param name="header">The header as it is sent; of this publisher and epoch.</param>
    /// <param name="payload">The payload.</param>
    /// <returns>False when it did not fit.</returns>
    /// <exception cref="ArgumentException">The header is of another publisher or epoch, or does not belong to the
    /// payload.</exception>
    public bool Append(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        if (!RecordLayout.Belong(header, payload, _publisher, Epoch))
            ThrowNotOurs(header);
        bool fits = payload.Length <= _options.Limits.MaxPayloadBytes
            && RecordLayout.SizeOf(header.Length, payload.Length) <= _ring.MaxRecord;
        bool appended = fits && _ring.TryAppend(header, payload);
        _ringWasFull = fits && !appended;
        if (!appended)
            DeclareGap(header, fits ? GapReason.RingFull : GapReason.Oversize);
        return appended;
    }

    /// <summary>
    /// Publish thread: takes a gap that is not declared yet. Gives none while gaps still grow, so that each is declared
    /// once.
    /// </summary>
    public bool TryTakeGap(out JournalGap gap)
    {
        gap = default;
        return _parts.Gaps.Any && !_ringWasFull && Status.IsRecording && _parts.Gaps.TryTake(out gap);
    }

    /// <summary>Any thread: how far a stream is; null before its first record.</summary>
    public StreamWatermarks? Watermarks(uint stream) => _parts.Marks.Find(stream);

    /// <summary>Any thread: a reader for one range after the other. The caller disposes it.</summary>
    public RangeReader NewReader() =>
        new(_files, _parts.Segments, new SegmentIdentity(Publisher, Epoch), _parts.Marks, _options.Limits);

    /// <summary>
    /// Any thread: the newest copy of the catalogue of a revision, for frames of the past; null when it is not kept.
    /// </summary>
    public StoredFrame? FindCatalogue(uint revision) => FindCatalogue(revision, out _);

    /// <summary>
    /// The same; when nothing was found and the outcome is not ok, the disk refused a part of what was searched.
    /// </summary>
    public StoredFrame? FindCatalogue(uint revision, out FileOutcome outcome) =>
        new CatalogueSearch(_files, _parts.Segments, Publisher, _options.Limits).Find(revision, out outcome);

    /// <summary>
    /// The journal thread: runs until <paramref name="stop"/>; then everything appended is durable and the segment
    /// closed.
    /// </summary>
    public void Run(CancellationToken stop)
    {
        _runs = true;
        _loop.Run(stop);
        _runs = false;
    }

    /// <summary>One turn of the journal thread without a wait: for a caller that schedules it itself.</summary>
    public void Step() => _loop.Step();

    /// <summary>The last turn: everything appended is durable and the segment closed.</summary>
    public void Finish() => _loop.Finish();

    /// <summary>
    /// Closes files and lock; <see cref="Run"/> has returned before. Without it, or <see cref="Finish"/>, what waits is
    /// left to the next run, or lost where the ring is memory of the process.
    /// </summary>
    public void Dispose()
    {
        // A thread that did not stop still writes: what it writes to ends with the process.
        if (_runs || _isDisposed)
            return;
        _isDisposed = true;
        _sink.Dispose();
        if (RingFile is not null && _ring.Held == 0)
            RingMemory.Delete(_rings!, _ringOwner);
        _ring.Dispose();
        _lock?.Dispose();
    }

    private static void ThrowNotOurs(ReadOnlySpan<byte> header) => throw new ArgumentException(
        "The header is of another publisher or epoch, or its lengths are not those of header and payload.",
        nameof(header));

    private void DeclareGap(ReadOnlySpan<byte> header, GapReason reason)
    {
        ulong sequence = RecordLayout.SequenceOf(header);
        _parts.Gaps.Add(RecordLayout.StreamOf(header), sequence, sequence, reason);
    }
}
