using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Rings;
using FuncLibs.Runtime.Timing;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.History;
using SignalMonitor.Receiving;
using SignalMonitor.Streams;

namespace SignalMonitor.Connections;

/// <summary>
/// The compute thread of one connection: decodes each frame into a block, applies the functions, puts the values on the
/// stream's board and records how long it took since the block was due. Does not allocate per block after warm-up.
/// <para>
/// While it waits, it offers all of this to the receive thread (<see cref="StageOwner"/>), which then computes what it
/// received: "compute thread" means whoever has the stage. The thread itself computes what went into the ring, and what
/// is due by time.
/// </para>
/// </summary>
public sealed class ComputeLoop : IComputeStage
{
    private const int WaitMs = 100;

    private static readonly TimeSpan TendInterval = TimeSpan.FromMilliseconds(WaitMs);

    private readonly SpscRing<ComputeItem> _ring;
    private readonly StageOwner _owner;
    private readonly GuestBudget _budget;
    private readonly FramePool _frames;
    private readonly SerializerSet _serializers;
    private readonly ComputeOptions _options;
    private readonly int _historySeconds;
    private readonly TimeProvider _time;
    private readonly CDataBlock _block = new(BlockLayout.Empty);
    private readonly List<MonitoredStream> _watched = [];
    private readonly long _madeAt;
    private TimeSpan? _tendedAt;
    private long _place;
    private long _placeNs;
    private long _currentNs;
    private bool _ended;

    /// <summary>Prepares the loop.</summary>
    public ComputeLoop(
        ComputeFeed feed,
        SerializerRegistry registry,
        ComputeOptions options,
        TimeProvider time,
        int historySeconds = HistoryOptions.DefaultSeconds)
    {
        _historySeconds = historySeconds;
        (_ring, _owner, _frames) = (feed.Ring, feed.Owner, feed.Frames);
        _serializers = registry.CreateSet();
        _options = options;
        _time = time;
        _madeAt = time.GetTimestamp();
        Latency = new LatencyMeter(time);
        _budget = new GuestBudget(time);
        feed.Stage = this;
    }

    /// <summary>From block due time to derived value ready.</summary>
    public LatencyMeter Latency { get; }

    /// <summary>What computing allocated, on whichever thread.</summary>
    public ThreadAllocation Allocation { get; } = new();

    /// <summary>Turns of the loop, for the watchdog.</summary>
    public LoopProgress Progress { get; } = new();

    /// <summary>True once everything that was queued is computed and the loop has returned.</summary>
    public bool HasEnded => Volatile.Read(ref _ended);

    /// <summary>Where the position of the connection is taken; null when nothing is saved.</summary>
    internal PositionMark? Mark { get; init; }

    /// <summary>Runs until <paramref name="stop"/>, then computes what is still queued.</summary>
    public void Run(CancellationToken stop)
    {
        bool any;
        while (!stop.IsCancellationRequested)
        {
            any = TryTake(out ComputeItem item);
            Step(any, item);
            Allocation.Sample();
            Progress.CountTurn();
        }

        do
        {
            any = _ring.TryRead(out ComputeItem item);
            Step(any, item);
        }
        while (any);
        foreach (MonitoredStream stream in _watched)
        {
            stream.Breaks?.Finish();
            stream.Pyramid?.HandOver();
        }

        Volatile.Write(ref _ended, true);
    }

    /// <inheritdoc/>
    bool IComputeStage.TryCompute(in ComputeItem item)
    {
        if (item.Origin != FrameOrigin.Live || !_budget.IsOpen || !_owner.TryTake())
            return false;
        bool isIntact = false;
        try
        {
            bool isComputed = IsSettled(item);
            if (isComputed)
            {
                long begun = ThreadAllocation.BeginGuest();
                Mark?.Reach(_ring.Taken);
                Compute(item);
                Allocation.EndGuest(begun);
            }

            isIntact = true;
            return isComputed;
        }
        finally
        {
            _owner.Release(isIntact);
        }
    }

    private bool TryTake(out ComputeItem item)
    {
        if (_ring.TryRead(out item))
            return true;
        _owner.Offer();
        _ring.Wait(WaitMs);
        _owner.Reclaim();
        return _ring.TryRead(out item);
    }

    // What takes long, or waits for another thread, is not for the receive thread: a new plan or board, an edit, new
    // triggers, the begin or end of a recording.
    private static bool IsSettled(in ComputeItem item) =>
        item.Description is { } described && item.Stream.Computer?.Board.Plan.Stream is { } computed
        && ReferenceEquals(computed, described)
        && item.Stream.Variables?.IsSettled(described) != false
        && item.Stream.Breaks?.IsSettled(described) != false
        && item.Journal?.Pyramids is null == item.Stream.Pyramid is null;

    // A mark belongs before the item that was just taken, or after all of them.
    private void Step(bool any, in ComputeItem item)
    {
        Mark?.Reach(_ring.Taken - (any ? 1 : 0));
        if (any)
            Compute(item);
        Tend();
    }

    private void Compute(in ComputeItem item)
    {
        long began = _budget.Begin();
        Handle(item);
        _budget.End(began);
    }

    // By the clock, also while blocks come: those of one stream do not make up for another that is silent. On its own
    // thread, which wakes for it while the receive thread computes.
    private void Tend()
    {
        TimeSpan now = _time.GetElapsedTime(_madeAt);
        if (_tendedAt is { } before && now - before < TendInterval)
            return;
        _tendedAt = now;
        FollowTime();
        foreach (MonitoredStream stream in _watched)
        {
            stream.Variables?.Idle(stream.IsPast || _currentNs == 0 ? null : _currentNs);
            stream.Breaks?.Idle(now);
            if (stream.Pyramid is { IsEndRequested: true } && _ring.Taken >= _ring.Written)
                stream.Follow(null);
        }
    }

    // Values are as old as by the clock once all that was delivered by then is computed: a block that waits in the
    // ring is not late.
    private void FollowTime()
    {
        long nowNs = _time.NowNs();
        long written = _ring.Written;
        if (_ring.Taken >= written)
            _currentNs = nowNs;
        else if (_ring.Taken >= _place)
            _currentNs = _placeNs;
        else
            return;
        (_place, _placeNs) = (written, nowNs);
    }

    private void Handle(in ComputeItem item)
    {
        FrameHeader header = item.Frame.CheckedHeader;
        DecodeOutcome decoded = _serializers.Deserialize(header.Content, item.Frame.Payload, _block);
        _frames.Return(item.Frame);
        if (!decoded.IsOk)
        {
            item.Stream.Refuse(decoded, item.IsSnapshot);
            return;
        }

        if (ComputerFor(item) is not { } computer)
        {
            DecodeOutcome shapeChanged =
                new(DecodeStatus.LengthMismatch, Expected: "one shape, as long as no catalogue describes the stream");
            item.Stream.Refuse(shapeChanged, item.IsSnapshot);
            return;
        }

        if (!computer.Fits(_block))
        {
            DecodeOutcome tooLong =
                new(DecodeStatus.LengthMismatch, Expected: "no more points than the catalogue allows");
            item.Stream.Refuse(tooLong, item.IsSnapshot);
            return;
        }

        StreamDescription stream = computer.Board.Plan.Stream;
        long dueNs = header.AcquiredNs + BlockTime.DurationNs(_block, stream);
        computer.Compute(_block, header.Sequence, dueNs);
        item.Stream.Computed(dueNs, _time);

        // Each delivered block once: one of a snapshot comes again. What is only guessed has no names to compute with.
        if (!item.IsSnapshot && item.Description is not null)
            Watch(item.Stream, header, stream, dueNs);
        if (item.Origin == FrameOrigin.Live)
            Latency.Record(_time.NowNs() - dueNs);
        else if (!item.IsSnapshot)
            Latency.LeaveOut();

        // After the latency: the value is ready, plots may come later. Each delivered block once; one of a snapshot
        // comes again.
        if (item.IsSnapshot)
            return;
        VariablePlan? plan = item.Description is null ? null : item.Stream.Variables?.Plan;
        if (_historySeconds > 0)
            item.Stream.History.Add(stream, _historySeconds, _block, header.AcquiredNs, plan);
        Fold(item, header, stream, plan);
        item.Stream.Tap?.Offer(_block, stream, header.AcquiredNs, dueNs, plan);
        item.Stream.ViewerTap?.Offer(_block, stream, header.AcquiredNs, dueNs, plan);
    }

    private void Fold(in ComputeItem item, in FrameHeader header, StreamDescription stream, VariablePlan? plan)
    {
        item.Stream.Follow(
            item.Description is null ? null : item.Journal?.Pyramids?.GetOrAdd(item.Stream.Id, item.Stream.OwnName));
        item.Stream.Pyramid?.Add(_block, header, stream, plan);
    }

    private void Watch(MonitoredStream stream, in FrameHeader header, StreamDescription description, long dueNs)
    {
        if (!_watched.Contains(stream))
            _watched.Add(stream);
        stream.Variables?.Compute(_block, header, description, dueNs);
        stream.Breaks?.Process(_block, header, description, dueNs, stream.Variables?.Plan?.Set.Run?.Id ?? 0);
    }

    // A new description, from a new catalogue revision, makes a new plan and board: it allocates, once. Without a
    // catalogue each new shape does, so their rate is limited; null = this one is refused.
    private BlockComputer? ComputerFor(in ComputeItem item)
    {
        MonitoredStream stream = item.Stream;
        if (stream.Computer is { } known && IsFor(known.Board.Plan, item.Description))
            return known;
        if (item.Description is null && !stream.MayGuess(_time))
            return null;
        StreamDescription description = item.Description ?? UnknownStream.Describe(stream.Id, stream.OwnName, _block);
        BlockComputer computer = new(new SignalPlan(description, _options, isGuess: item.Description is null));
        stream.Use(computer);
        return computer;
    }

    // Without a catalogue a plan of another block will do as long as the shape is the same; one of an older catalogue
    // never does.
    private bool IsFor(SignalPlan plan, StreamDescription? description) => description is null
        ? plan.IsGuess && plan.Stream.CheckFit(_block).IsOk
        : ReferenceEquals(plan.Stream, description);
}
