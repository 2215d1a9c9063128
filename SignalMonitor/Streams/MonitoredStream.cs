using System.Diagnostics.CodeAnalysis;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.History;
using SignalMonitor.Pyramids;
using SignalMonitor.Taps;

namespace SignalMonitor.Streams;

/// <summary>
/// One data stream of one publisher, as this monitor sees it. The receive thread keeps its order, the compute thread
/// its values; both and the readers meet in its lock, which is held for a few counters only.
/// </summary>
public sealed class MonitoredStream : IDisposable
{
    private readonly Lock _gate = new();
    private readonly StreamDelivery _delivery;

    // Under the gate: the receive thread counts what it delivers, the compute thread what could not be read.
    private readonly StreamTally _tally;

    // Compute thread writes, any thread reads.
    private BlockComputer? _computer;
    private long _computedDueNs;
    private long _shownAt;

    // Live thread writes, compute thread reads.
    private LiveTap? _tap;

    // Viewer thread writes, compute thread reads.
    private LiveTap? _viewerTap;

    // Compute thread writes, any thread reads.
    private StreamPyramid? _pyramid;

    // Compute thread: descriptions that were guessed from blocks since then.
    private long _guessingSince;
    private int _guesses;

    // Receive thread writes, any thread reads.
    private bool _isReplay;
    private bool _readsBacklog;

    // Where it resumed; null for a stream that was met for the first time.
    private readonly DeliveryPosition? _resumedAt;

    /// <summary>A stream that was met for the first time, or resumes from a saved position.</summary>
    /// <param name="delivery">Keeps its order.</param>
    /// <param name="name">Its name, from the topic.</param>
    /// <param name="saved">What was saved beside the position that <paramref name="delivery"/> resumes from.</param>
    /// <param name="station">Site/rig, where the monitor follows several; empty where it follows one.</param>
    internal MonitoredStream(StreamDelivery delivery, string name, SavedStream? saved = null, string station = "")
    {
        _delivery = delivery;
        _resumedAt = saved?.Position;
        OwnName = name;
        Name = NameAt(station, name);
        _tally = new StreamTally(delivery.Stream, saved?.Undecodable ?? 0);
        if (saved is not null)
            Bad.Resume(saved.BadFrames);
    }

    /// <summary>The name of a stream at this monitor.</summary>
    /// <param name="station">Site/rig, where the monitor follows several; empty where it follows one.</param>
    /// <param name="name">Its name at its publisher.</param>
    internal static string NameAt(string station, string name) => station.Length == 0 ? name : $"{station}/{name}";

    /// <summary>The installation that publishes it.</summary>
    public Guid Publisher => _delivery.Publisher;

    /// <summary>Site/rig that its publisher has; null before its first block with a catalogue. Any thread.</summary>
    internal string? PublishedAs => Catalogue is { } known ? $"{known.Site}/{known.Rig}" : null;

    /// <summary>Its number.</summary>
    public uint Id => _delivery.Stream;

    /// <summary>The state of its delivery.</summary>
    public DeliveryState State => ReadsBacklog ? DeliveryState.CatchUp : _delivery.State;

    /// <summary>
    /// True while its frames come out of a queue at a broker, long after they were published. The receive thread sets
    /// it.
    /// </summary>
    internal bool ReadsBacklog
    {
        get => Volatile.Read(ref _readsBacklog);
        set => Volatile.Write(ref _readsBacklog, value);
    }

    /// <summary>
    /// Receive thread: true while nothing came from behind the position that it resumed from: what a queue gives was
    /// read by an earlier process.
    /// </summary>
    internal bool IsReadAgain => _resumedAt is { } at && _delivery.Progress is var progress
        && (progress.Epoch, progress.Settled) == (at.Epoch, at.Next - 1);

    /// <summary>Receive thread: true for a block that an earlier process has computed.</summary>
    internal bool WasComputed(ulong epoch, ulong sequence) =>
        _resumedAt is { } at && (epoch, sequence).CompareTo((at.Epoch, at.Next)) < 0;

    /// <summary>How far it is delivered. Does not allocate.</summary>
    public DeliveryProgress Progress => _delivery.Progress;

    /// <summary>
    /// True while what it shows is of the past: it reads a backlog, or waits for one, or no connector announces it any
    /// more.
    /// </summary>
    public bool IsPast => IsRetired || State is DeliveryState.Joining or DeliveryState.CatchUp;

    /// <summary>
    /// True while its publisher does not announce it, or another publisher is at the address. Any thread.
    /// </summary>
    public bool IsRetired => Freshness.IsRetired;

    /// <summary>
    /// Its name at this monitor: that of its topic, where the monitor follows several stations with site/rig before it,
    /// such as <c>lab/rig2/main</c>: rigs of one kind give their streams one name.
    /// </summary>
    public string Name { get; }

    /// <summary>Its name at its publisher, from the topic.</summary>
    public string OwnName { get; }

    /// <summary>
    /// True while its newest frame is flagged as of a recording: nothing of it is current, however fresh it
    /// is. Any thread.
    /// </summary>
    public bool IsReplay => Volatile.Read(ref _isReplay);

    /// <summary>How far its values are current.</summary>
    public StreamFreshness Freshness { get; } = new();

    /// <summary>Refused frames of this stream.</summary>
    public BadFrameCounts Bad { get; } = new();

    /// <summary>What it did of late, for plots.</summary>
    public StreamHistory History { get; } = new();

    /// <summary>The newest values; null before the first block.</summary>
    public LiveBoard? Board => Volatile.Read(ref _computer)?.Board;

    /// <summary>Where the compute thread offers each block to browsers; null while none requests this stream.</summary>
    internal LiveTap? Tap
    {
        get => Volatile.Read(ref _tap);
        set => Volatile.Write(ref _tap, value);
    }

    /// <summary>The same for viewers of others; null while none is connected.</summary>
    internal LiveTap? ViewerTap
    {
        get => Volatile.Read(ref _viewerTap);
        set => Volatile.Write(ref _viewerTap, value);
    }

    /// <summary>Where the compute thread folds the blocks of a recording; null while none is recorded. Any
    /// thread.</summary>
    internal StreamPyramid? Pyramid => Volatile.Read(ref _pyramid);

    /// <summary>Timestamp at which the first value was on the board; 0 before.</summary>
    public long ShownAt => Volatile.Read(ref _shownAt);

    /// <summary>Due time of the end of the newest computed block, UTC ns; 0 before the first.</summary>
    public long ComputedDueNs => Volatile.Read(ref _computedDueNs);

    /// <summary>
    /// Where the next process continues, if the frames delivered so far are computed; null before the first.
    /// </summary>
    internal DeliveryPosition? Position => _delivery.Position;

    /// <summary>Payloads that could not be used: delivered, and declared lost all the same.</summary>
    internal long Undecodable => Read(static tally => tally.Undecodable);

    /// <summary>Receive thread: true once a frame of the live stream was delivered.</summary>
    internal bool IsLive => _delivery.HasBegun;

    /// <summary>Receive thread: the catalogue revision that <see cref="Description"/> is of; null = none yet.</summary>
    internal uint? Revision { get; set; }

    /// <summary>The catalogue of <see cref="Revision"/>, which the receive thread sets.</summary>
    internal PublisherCatalogue? Catalogue { get; set; }

    /// <summary>Receive thread: what the stream is, by <see cref="Revision"/>.</summary>
    internal StreamDescription? Description { get; set; }

    /// <summary>Compute thread: what computes the blocks.</summary>
    internal BlockComputer? Computer => _computer;

    /// <summary>
    /// Compute thread: true when another description may be guessed from a block now; it then counts as guessed.
    /// </summary>
    internal bool MayGuess(TimeProvider time)
    {
        const int GuessesPerSecond = 8;
        if (_guesses == 0 || time.GetElapsedTime(_guessingSince) >= TimeSpan.FromSeconds(1))
            (_guessingSince, _guesses) = (time.GetTimestamp(), 0);
        if (_guesses == GuessesPerSecond)
            return false;
        _guesses++;
        return true;
    }

    /// <summary>Its signal variables and limits; null without a database.</summary>
    internal StreamVariables? Variables { get; init; }

    /// <summary>Its break triggers; null none.</summary>
    internal StreamBreaks? Breaks { get; init; }

    /// <summary>
    /// The account now, over all epochs. A frame that was delivered but could not be decoded counts as declared lost.
    /// </summary>
    public StreamAccount Account()
    {
        lock (_gate)
            return _tally.Correct(_delivery.Account());
    }

    /// <summary>
    /// The account since the end of warm-up, one entry an epoch. Missing frames are then no longer waited for.
    /// </summary>
    public IReadOnlyList<DeliveredStream> RunAccounts() => Read(tally => tally.RunAccounts(_delivery.Account()));

    /// <summary>What is certified, one entry an epoch since the account began. Allocates.</summary>
    public IReadOnlyList<CertifiedStream> Certify() => Read(tally => tally.Certify(_delivery.Account()));

    /// <summary>Seconds from the first block delivered after warm-up to the last.</summary>
    public double RunSeconds => Read(static tally => tally.RunSeconds);

    /// <summary>Any thread: counting for the run begins with the next delivered frame.</summary>
    public void BeginRun()
    {
        lock (_gate)
            _tally.BeginRun();
    }

    /// <summary>
    /// Receive thread: what to do with a frame whose header and payload are sound; it came at cameNs of a clock that
    /// does not step.
    /// </summary>
    internal FrameDisposition OnFrame(in FrameHeader header, FrameSource source, int token, int bytes, long cameNs)
    {
        lock (_gate)
        {
            Volatile.Write(ref _isReplay, (header.Flags & FrameFlags.Recording) != 0);
            FrameDisposition fate = _delivery.OnFrame(header, source, token, bytes);
            TakeLosses();
            if (fate == FrameDisposition.Deliver)
                _tally.Delivered(header, source == FrameSource.Replay);
            if (source == FrameSource.Live && !ReadsBacklog)
                _tally.Heard(header, cameNs);
            return fate;
        }
    }

    /// <summary>Receive thread: takes the next frame in order out of those that wait.</summary>
    internal bool TryRelease(FrameSlots slots, [NotNullWhen(true)] out FrameBuffer? frame, out FrameOrigin origin)
    {
        lock (_gate)
        {
            bool released = _delivery.TryRelease(out int token);
            TakeLosses();
            (frame, origin) = released ? slots.Rent(token) : (null, default(FrameOrigin));
            if (frame is null)
                return false;
            _tally.Delivered(frame.CheckedHeader, origin == FrameOrigin.Replay);
            return true;
        }
    }

    /// <summary>Receive thread: takes a frame that need not wait any more, and is not passed on.</summary>
    internal bool TryDiscard(FrameSlots slots, [NotNullWhen(true)] out FrameBuffer? frame)
    {
        frame = _delivery.TryDiscard(out int token) ? slots.Rent(token).Frame : null;
        return frame is not null;
    }

    /// <summary>
    /// Receive thread: a heartbeat of its publisher names it, or does not although all rigs are there.
    /// </summary>
    internal void Announced(bool named)
    {
        Freshness.Retire(!named);
        Variables?.Retire(!named);
        Breaks?.Retire(!named);
    }

    /// <summary>Receive thread: another publisher is at the address of its connector.</summary>
    internal void OnPublisherGone()
    {
        Announced(named: false);
        lock (_gate)
        {
            _delivery.OnPublisherGone();
            TakeLosses();
        }
    }

    /// <summary>Receive thread: the publisher ended the stream.</summary>
    internal void OnEnd(ulong epoch, ulong last)
    {
        lock (_gate)
            _tally.Ended(epoch, last);
    }

    /// <summary>Receive thread: the publisher reports how an earlier process of it ended.</summary>
    internal void OnClosed(EpochRange epoch)
    {
        lock (_gate)
            _tally.Closed(epoch);
    }

    /// <summary>Receive thread: samples that never became a block; 1 or more.</summary>
    internal void OnSamplesLost(ulong epoch, long samples)
    {
        lock (_gate)
        {
            _delivery.OnSamplesLost(epoch, samples);
            CountLostBefore(epoch, samples);
        }
    }

    /// <summary>Receive thread: samples of an epoch that never became a block, in all, by a heartbeat.</summary>
    internal void OnSamplesLostTotal(ulong epoch, ulong total)
    {
        lock (_gate)
        {
            if (_delivery.OnSamplesLostTotal(epoch, total) is > 0 and var added)
                CountLostBefore(epoch, added);
        }
    }

    /// <summary>What was declared lost since the last call, for the log; a count of 0 when nothing was.</summary>
    internal (long Count, LostRange Last) TakeUnlogged()
    {
        lock (_gate)
            return _tally.TakeUnlogged();
    }

    /// <summary>
    /// The newest epoch whose end is unknown to the publisher, for the log; null when none was added since the last
    /// call.
    /// </summary>
    internal LostRange? TakeUnknownEnd() => Read(static tally => tally.TakeUnknownEnd());

    /// <summary>Compute thread: the next blocks belong to this pyramid, or to none.</summary>
    internal void Follow(StreamPyramid? pyramid)
    {
        if (ReferenceEquals(pyramid, _pyramid))
            return;
        _pyramid?.End();
        Volatile.Write(ref _pyramid, pyramid);
    }

    /// <summary>Compute thread: a new plan.</summary>
    internal void Use(BlockComputer computer) => Volatile.Write(ref _computer, computer);

    /// <summary>Compute thread: a block was computed; its values are on the board.</summary>
    internal void Computed(long dueNs, TimeProvider time)
    {
        if (_shownAt == 0)
            Volatile.Write(ref _shownAt, time.GetTimestamp());
        Volatile.Write(ref _computedDueNs, dueNs);
    }

    /// <summary>
    /// Compute thread: a payload could not be used. It becomes a declared loss, unless it was outside the account.
    /// </summary>
    internal void Refuse(in DecodeOutcome outcome, bool outsideAccount)
    {
        Bad.Count(BadFrame.Decode);
        lock (_gate)
            _tally.Refuse(outcome, outsideAccount);
    }

    /// <summary>What was wrong with the last payload that could not be used; for the log.</summary>
    internal DecodeOutcome LastRefusal => Read(static tally => tally.LastRefusal);

    /// <inheritdoc/>
    public void Dispose()
    {
        Variables?.Dispose();
        Breaks?.Dispose();
        _tally.Dispose();
    }

    private T Read<T>(Func<StreamTally, T> read)
    {
        lock (_gate)
            return read(_tally);
    }

    private void CountLostBefore(ulong epoch, long samples)
    {
        int points = Description?.PointsPerBlock ?? 1;
        _tally.LostBefore(epoch, ((samples - 1) / points) + 1);
    }

    private void TakeLosses()
    {
        while (_delivery.TryTakeLoss(out LostRange range))
            _tally.Lost(range);
    }
}
