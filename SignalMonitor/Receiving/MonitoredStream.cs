using System.Diagnostics.CodeAnalysis;
using FuncLibs.Catalogue;
using FuncLibs.Delivery;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Run;
using FuncLibs.Serialization;
using FuncLibs.Transport.Buffers;
using FuncLibs.Wire;
using FuncLibs.Wire.Control;
using SignalMonitor.Certifying;
using SignalMonitor.Computation;
using SignalMonitor.History;
using SignalMonitor.Receiving.Waiting;
using SignalMonitor.Saving;

namespace SignalMonitor.Receiving;

/// <summary>
/// One data stream of one publisher, as this monitor sees it. The receive thread keeps its order, the compute thread its values; both and
/// the readers meet in its lock, which is held for a few counters only.
/// </summary>
public sealed class MonitoredStream : IDisposable
{
    private readonly Lock _gate = new();
    private readonly StreamDelivery _delivery;

    // Receive thread, under the gate: the account since the end of warm-up.
    private readonly RunAccount _run;
    private (long Count, LostRange Last) _unlogged;

    // Receive thread, under the gate: what a certificate says, since the account began.
    private readonly StreamLedger _ledger = new();

    // Compute thread writes, any thread reads.
    private BlockComputer? _computer;
    private long _computedDueNs;
    private long _shownAt;

    // Compute thread writes, under the gate: a struct of several words must not be seen half.
    private DecodeOutcome _lastRefusal;
    private long _undecodable;

    /// <summary>A stream that was met for the first time, or goes on from a saved position.</summary>
    /// <param name="delivery">Keeps its order.</param>
    /// <param name="name">Its name, from the topic.</param>
    /// <param name="saved">What was saved beside the position that <paramref name="delivery"/> goes on from.</param>
    internal MonitoredStream(StreamDelivery delivery, string name, SavedStream? saved = null)
    {
        _delivery = delivery;
        Name = name;
        _run = new RunAccount(delivery.Stream);
        if (saved is null)
            return;
        _undecodable = saved.Undecodable;
        Bad.Resume(saved.BadFrames);
    }

    /// <summary>The installation that publishes it.</summary>
    public Guid Publisher => _delivery.Publisher;

    /// <summary>Its number.</summary>
    public uint Id => _delivery.Stream;

    /// <summary>Where its delivery stands.</summary>
    public DeliveryState State => _delivery.State;

    /// <summary>How far it is delivered. Takes no memory.</summary>
    public DeliveryProgress Progress => _delivery.Progress;

    /// <summary>True while what it shows is of the past: it reads a backlog, or waits for one.</summary>
    public bool IsPast => State is DeliveryState.Joining or DeliveryState.CatchUp;

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Refused frames of this stream.</summary>
    public BadFrameCounts Bad { get; } = new();

    /// <summary>What it did of late, for plots.</summary>
    public StreamHistory History { get; } = new();

    /// <summary>The newest values; null before the first block.</summary>
    public LiveBoard? Board => Volatile.Read(ref _computer)?.Board;

    /// <summary>Timestamp at which the first value was on the board; 0 before.</summary>
    public long ShownAt => Volatile.Read(ref _shownAt);

    /// <summary>Due time of the end of the newest computed block, UTC ns; 0 before the first.</summary>
    public long ComputedDueNs => Volatile.Read(ref _computedDueNs);

    /// <summary>Where the next life goes on, if the frames delivered so far are computed; null before the first.</summary>
    internal StreamPosition? Position => _delivery.Position;

    /// <summary>Payloads that could not be used: delivered, and declared lost all the same.</summary>
    internal long Undecodable
    {
        get
        {
            lock (_gate)
                return _undecodable;
        }
    }

    /// <summary>Receive thread: true once a frame of the live stream was delivered.</summary>
    internal bool IsLive => _delivery.HasBegun;

    /// <summary>Receive thread: the catalogue revision that <see cref="Description"/> is of; null = none yet.</summary>
    internal uint? Revision { get; set; }

    /// <summary>Receive thread: what the stream is, by <see cref="Revision"/>.</summary>
    internal StreamDescription? Description { get; set; }

    /// <summary>Compute thread: what computes the blocks.</summary>
    internal BlockComputer? Computer => _computer;

    /// <summary>The account now, over all epochs. A frame that was delivered but could not be decoded counts as declared lost.</summary>
    public StreamAccount Account()
    {
        lock (_gate)
        {
            StreamAccount account = _delivery.Account();
            return account with { Delivered = account.Delivered - _undecodable, DeclaredLost = account.DeclaredLost + _undecodable };
        }
    }

    /// <summary>The account since the end of warm-up, one entry an epoch. Nobody waits any more for what is missing then.</summary>
    public IReadOnlyList<DeliveredStream> RunAccounts()
    {
        lock (_gate)
        {
            StreamAccount account = _delivery.Account();
            return _run.Entries(_undecodable, account.Epoch, account.Missing);
        }
    }

    /// <summary>What is certified, one entry an epoch since the account began. Takes memory.</summary>
    public IReadOnlyList<CertifiedStream> Certify()
    {
        lock (_gate)
            return _ledger.Certify(_delivery.Account());
    }

    /// <summary>Seconds from the first block delivered after warm-up to the last.</summary>
    public double RunSeconds
    {
        get
        {
            lock (_gate)
                return _run.Seconds;
        }
    }

    /// <summary>Any thread: counting for the run begins with the next delivered frame.</summary>
    public void BeginRun()
    {
        lock (_gate)
            _run.Begin(_undecodable);
    }

    /// <summary>Receive thread: what to do with a frame whose header and payload are sound.</summary>
    /// <param name="header">Its header.</param>
    /// <param name="source">Which way it came.</param>
    /// <param name="token">What it would be kept under.</param>
    /// <param name="bytes">What keeping it would take.</param>
    /// <param name="cameNs">When it came, ns of a clock that does not step.</param>
    internal FrameFate OnFrame(in FrameHeader header, FrameSource source, int token, int bytes, long cameNs)
    {
        lock (_gate)
        {
            FrameFate fate = _delivery.OnFrame(header, source, token, bytes);
            TakeLosses();
            if (fate == FrameFate.Deliver)
                CountDelivered(header, source == FrameSource.Replay);
            if (source == FrameSource.Live)
                _ledger.Heard(header, cameNs);
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
            (frame, origin) = released ? slots.Take(token) : (null, default(FrameOrigin));
            if (frame is null)
                return false;
            CountDelivered(frame.Checked, origin == FrameOrigin.Replay);
            return true;
        }
    }

    /// <summary>Receive thread: takes a frame that need not wait any more, and is not handed on.</summary>
    internal bool TryDiscard(FrameSlots slots, [NotNullWhen(true)] out FrameBuffer? frame)
    {
        frame = _delivery.TryDiscard(out int token) ? slots.Take(token).Frame : null;
        return frame is not null;
    }

    /// <summary>Receive thread: the publisher ended the stream.</summary>
    internal void OnEnd(ulong epoch, ulong last)
    {
        lock (_gate)
        {
            _run.OnEnd(epoch, last);
            _ledger.Ended(epoch, last, StreamEnd.Clean);
        }
    }

    /// <summary>Receive thread: the publisher says how an earlier life of it ended.</summary>
    internal void OnClosed(EpochRange epoch)
    {
        lock (_gate)
            _ledger.Ended(epoch.Epoch, epoch.Last, epoch.Exact ? StreamEnd.Closed : StreamEnd.TailUnknown);
    }

    /// <summary>Receive thread: samples that never became a block; 1 or more.</summary>
    internal void OnSamplesLost(ulong epoch, long samples)
    {
        lock (_gate)
        {
            _delivery.OnSamplesLost(samples);
            int points = Description?.PointsPerBlock ?? 1;
            long blocks = ((samples - 1) / points) + 1;
            _run.OnLostBefore(epoch, blocks);
            _ledger.LostBefore(epoch, blocks);
        }
    }

    /// <summary>What was declared lost since the last call, for the log; a count of 0 when nothing was.</summary>
    internal (long Count, LostRange Last) TakeUnlogged()
    {
        lock (_gate)
        {
            (long Count, LostRange Last) unlogged = _unlogged;
            _unlogged = default;
            return unlogged;
        }
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

    /// <summary>Compute thread: a payload could not be used. It becomes a declared loss, unless it was outside the account.</summary>
    internal void Refuse(in DecodeOutcome outcome, bool outsideAccount)
    {
        Bad.Count(BadFrame.Decode);
        lock (_gate)
        {
            _lastRefusal = outcome;
            if (outsideAccount)
                return;
            _undecodable++;
            _ledger.Undecodable();
        }
    }

    /// <summary>What was wrong with the last payload that could not be used; for the log.</summary>
    internal DecodeOutcome LastRefusal
    {
        get
        {
            lock (_gate)
                return _lastRefusal;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _ledger.Dispose();

    private void CountDelivered(in FrameHeader header, bool replayed)
    {
        _run.OnDelivered(header, replayed);
        _ledger.Delivered(header, replayed);
    }

    private void TakeLosses()
    {
        while (_delivery.TryTakeLoss(out LostRange range))
        {
            _run.OnDeclared(range);
            _ledger.Lost(range);
            _unlogged = (_unlogged.Count + range.Count, range);
        }
    }
}
