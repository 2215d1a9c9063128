using FuncLibs.Catalogue;
using FuncLibs.Delivery;
using FuncLibs.Hosting.Run;
using FuncLibs.Serialization;
using FuncLibs.Wire;
using SignalMonitor.Computation;

namespace SignalMonitor.Receiving;

/// <summary>
/// One data stream of one publisher, as this monitor sees it. The receive thread keeps its order, the compute thread its values; both and
/// the readers meet in the tracker's lock, which is held for a few counters only.
/// </summary>
public sealed class MonitoredStream
{
    private readonly Lock _gate = new();
    private readonly OrderTracker _tracker;

    // Receive thread, under the gate: the account since the end of warm-up.
    private readonly RunAccount _run;
    private (long Count, LostRange Last) _unlogged;

    // Compute thread writes, any thread reads.
    private BlockComputer? _computer;
    private long _computedDueNs;

    // Compute thread writes, under the gate: a struct of several words must not be seen half.
    private DecodeOutcome _lastRefusal;
    private long _undecodable;

    /// <summary>A stream that was met for the first time.</summary>
    /// <param name="publisher">Its publisher.</param>
    /// <param name="id">Its number there.</param>
    /// <param name="name">Its name, from the topic.</param>
    public MonitoredStream(Guid publisher, uint id, string name)
    {
        Publisher = publisher;
        Id = id;
        Name = name;
        _tracker = new OrderTracker(publisher, id);
        _run = new RunAccount(id);
    }

    /// <summary>The installation that publishes it.</summary>
    public Guid Publisher { get; }

    /// <summary>Its number.</summary>
    public uint Id { get; }

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Refused frames of this stream.</summary>
    public BadFrameCounts Bad { get; } = new();

    /// <summary>The newest values; null before the first block.</summary>
    public LiveBoard? Board => Volatile.Read(ref _computer)?.Board;

    /// <summary>Due time of the end of the newest computed block, UTC ns; 0 before the first.</summary>
    public long ComputedDueNs => Volatile.Read(ref _computedDueNs);

    /// <summary>Receive thread: true once a frame of the live stream was delivered.</summary>
    internal bool IsLive => _tracker.Epoch != 0;

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
            StreamAccount account = _tracker.Snapshot();
            return account with { Delivered = account.Delivered - _undecodable, DeclaredLost = account.DeclaredLost + _undecodable };
        }
    }

    /// <summary>The account since the end of warm-up, one entry an epoch.</summary>
    public IReadOnlyList<DeliveredStream> RunAccounts()
    {
        lock (_gate)
            return _run.Entries(_undecodable);
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
    internal DeliveryVerdict OnFrame(in FrameHeader header)
    {
        lock (_gate)
        {
            DeliveryVerdict verdict = _tracker.OnFrame(header);
            TakeLosses();
            if (verdict.IsDelivered())
                _run.OnDelivered(header);
            return verdict;
        }
    }

    /// <summary>Receive thread: the publisher says how far it is.</summary>
    internal void OnHeartbeat(ulong epoch, ulong last, bool endOfStream)
    {
        lock (_gate)
        {
            _tracker.OnHeartbeat(epoch, last, endOfStream);
            TakeLosses();
            if (endOfStream)
                _run.OnEnd(epoch, last);
        }
    }

    /// <summary>Receive thread: samples that never became a block; 1 or more.</summary>
    internal void OnSamplesLost(ulong epoch, long samples)
    {
        lock (_gate)
        {
            _tracker.OnSamplesLost(samples);
            int points = Description?.PointsPerBlock ?? 1;
            _run.OnLostBefore(epoch, ((samples - 1) / points) + 1);
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

    /// <summary>Compute thread: a block was computed.</summary>
    internal void Computed(long dueNs) => Volatile.Write(ref _computedDueNs, dueNs);

    /// <summary>Compute thread: a payload could not be used. It becomes a declared loss, unless it was outside the account.</summary>
    internal void Refuse(in DecodeOutcome outcome, bool outsideAccount)
    {
        Bad.Count(BadFrame.Decode);
        lock (_gate)
        {
            _lastRefusal = outcome;
            if (!outsideAccount)
                _undecodable++;
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

    private void TakeLosses()
    {
        while (_tracker.TryTakeLoss(out LostRange range))
        {
            _run.OnDeclared(range);
            _unlogged = (_unlogged.Count + range.Count, range);
        }
    }
}
