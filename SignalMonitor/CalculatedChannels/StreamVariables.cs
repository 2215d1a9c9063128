using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;
using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;
using SignalMonitor.Derived;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// The variables and limits of one running stream: each delivered block goes through once, in order. An edit is taken
/// over between two blocks. Compute thread, except where a member names other threads; does not allocate per block.
/// </summary>
internal sealed class StreamVariables : IDisposable
{
    // A block may be that late before its values count as late.
    private const long UsualDelayNs = 250_000_000;

    private readonly VariableCoordinator _coordinator;
    private readonly Action<PlanSwitch> _switched;
    private VariablePlan? _plan;
    private VariablePlan? _offered;
    private bool _formPassed;
    private bool _isReplay;
    private bool _isRetired;
    private SampleCursor _place = SampleCursor.None;
    private ulong _lastSequence;
    private ReadOnlyMemory<byte> _restored;
    private IReadOnlyList<AdjustedVariable> _adjusted = [];
    private bool _isResumed;

    /// <summary>A stream that computes nothing yet.</summary>
    /// <param name="coordinator">Where its definitions come from.</param>
    /// <param name="name">Name of the stream.</param>
    /// <param name="switched">Receives each switch of definitions, on the compute thread.</param>
    public StreamVariables(VariableCoordinator coordinator, string name, Action<PlanSwitch> switched)
    {
        _coordinator = coordinator;
        _switched = switched;
        PublishedAs = new DerivedStream(name);
        Commands = new AlarmCommandQueue(Alarms);
    }

    /// <summary>
    /// Site/rig whose definitions it has; empty = those that the coordinator took, whose ever they are.
    /// </summary>
    public string Station { get; init; } = "";

    /// <summary>Name of the stream at this monitor.</summary>
    public string Label { get; init; } = "";

    /// <summary>The installation that publishes the stream.</summary>
    public Guid Publisher { get; init; }

    /// <summary>Receives each gap, on the compute thread; null when there is no receiver.</summary>
    public Action<SampleGap>? Missed { get; init; }

    /// <summary>What the stream is; set before the coordinator is called.</summary>
    public StreamDescription Description { get; private set; } = null!;

    /// <summary>Its variables as their own stream.</summary>
    public DerivedStream PublishedAs { get; init; }

    /// <summary>Alarms of its limits; <see cref="AlarmEngine.Board"/> is for everybody.</summary>
    public AlarmEngine Alarms { get; } = new(new AlarmEvents());

    /// <summary>Commands to those alarms, from any thread.</summary>
    public AlarmCommandQueue Commands { get; }

    /// <summary>Copies of tables, for any thread.</summary>
    public TableCopier Tables { get; } = new();

    /// <summary>Means of variables over a window, for any thread.</summary>
    public MeanMeasurement Means { get; } = new();

    /// <summary>
    /// The plan in force, for readers; null before the first block, and without a database. Any thread.
    /// </summary>
    public VariablePlan? Plan => Volatile.Read(ref _plan);

    /// <summary>The plan that was offered last. Any thread that holds the coordinator.</summary>
    public VariablePlan? Newest { get; private set; }

    /// <summary>
    /// True while its newest block is of a recording: nothing of it is current. Any thread.
    /// </summary>
    public bool IsReplay => Volatile.Read(ref _isReplay);

    /// <summary>True while no connector announces the stream: its values and alarms are of the past. Any
    /// thread.</summary>
    public bool IsRetired => Volatile.Read(ref _isRetired);

    /// <summary>Base index of the sample after the last block; -1 before the first.</summary>
    public long NextSample => _place.NextSample;

    /// <summary>Epoch of the publisher of the last block.</summary>
    public ulong Epoch => _place.Epoch;

    /// <summary>
    /// Compute thread: true when the next block of a description changes no plan, so that it takes the usual time.
    /// </summary>
    public bool IsSettled(StreamDescription stream) =>
        ReferenceEquals(stream, Description) && Volatile.Read(ref _offered) is null;

    /// <summary>The stream is announced no longer, or again. Any thread.</summary>
    public void Retire(bool retired) => Volatile.Write(ref _isRetired, retired);

    /// <summary>Coordinator: a plan to switch to at the next block.</summary>
    public void Offer(VariablePlan plan)
    {
        Newest = plan;
        Volatile.Write(ref _offered, plan);
    }

    /// <summary>Before the first block: where an earlier process stopped.</summary>
    /// <param name="epoch">Epoch of the publisher of its last block.</param>
    /// <param name="nextSample">Base index after that block.</param>
    /// <param name="memory">What <see cref="SignalProgram.Save"/> wrote.</param>
    /// <param name="adjusted">Variables that were tared or reset by then.</param>
    public void Resume(
        ulong epoch, long nextSample, ReadOnlyMemory<byte> memory, IReadOnlyList<AdjustedVariable>? adjusted = null)
    {
        (_place, _restored, _isResumed) = (new SampleCursor(epoch, nextSample), memory, true);
        _adjusted = adjusted ?? [];
    }

    /// <summary>Computes one block.</summary>
    /// <param name="block">A valid block of the stream.</param>
    /// <param name="header">Its header.</param>
    /// <param name="stream">What the stream is.</param>
    /// <param name="dueNs">Due time of its end, UTC ns.</param>
    public void Compute(CDataBlock block, in FrameHeader header, StreamDescription stream, long dueNs)
    {
        if (!ReferenceEquals(stream, Description))
            Adopt(stream);
        Volatile.Write(ref _isReplay, (header.Flags & FrameFlags.Recording) != 0);
        if (Interlocked.Exchange(ref _offered, null) is { } next)
            Switch(next, block, header);
        Commands.Serve();
        ulong epochBefore = _lastSequence == 0 ? 0 : _place.Epoch;
        bool hasGap = _place.Advance(block, header.Epoch, stream);
        if (hasGap)
            Missed?.Invoke(
                new SampleGap(
                    header.Publisher, header.Stream, epochBefore, _lastSequence, header.Epoch, header.Sequence));
        _lastSequence = header.Sequence;
        if (_plan is not { } plan)
            return;
        if (hasGap)
            plan.Program.Gap();
        plan.Columns.MoveTo(block);
        plan.Program.Run(plan.Columns);
        plan.Board.Write(plan.Program, header.Sequence, dueNs);
        Means.Serve(plan, hasGap);
        Tables.Serve(plan);
        Watch(plan, header, dueNs);
        Publish(plan, block, header, hasGap);
    }

    /// <summary>Between blocks, and while none come: executes commands, and sees that values grow stale.</summary>
    /// <param name="nowNs">UTC ns; null while the stream shows the past.</param>
    public void Idle(long? nowNs)
    {
        Commands.Serve();
        if (_plan is { } plan)
            Tables.Serve(plan);
        if (nowNs is { } now)
            Alarms.Age(now - UsualDelayNs);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Commands.Dispose();
        Alarms.Events.Dispose();
    }

    private void Adopt(StreamDescription stream)
    {
        Description = stream;
        _coordinator.Add(this);
    }

    private void Switch(VariablePlan next, CDataBlock block, in FrameHeader header)
    {
        VariablePlan? former = _plan;
        StateRestoration? takenOver = former is not null ? next.Program.AdoptState(former.Program)
            : _isResumed ? next.Program.Restore(_restored.Span) : null;
        Alarms.Switch(next.Alarms);
        _formPassed = false;
        Volatile.Write(ref _plan, next);
        _switched(new PlanSwitch(this, former, next, header.Stream, header.Epoch, header.Sequence)
        {
            Publisher = header.Publisher,
            Before = _place,
            FirstSample = block.FirstSampleIndex,
            Memory = _restored,
            SavedAdjusted = _adjusted,
            TakenOver = takenOver,
        });
        _restored = default;
    }

    private void Watch(VariablePlan plan, in FrameHeader header, long dueNs)
    {
        Alarms.BeginBlock(header.Epoch, header.Sequence);
        for (int i = 0; i < plan.Watched.Length; i++)
        {
            WatchedColumn watched = plan.Watched[i];
            ReadOnlySpan<double> values = plan.Program.Values(watched.Place);
            ReadOnlySpan<Quality> qualities =
                plan.Program.IsGood(watched.Place) ? default : plan.Program.Qualities(watched.Place);
            Alarms.Evaluate(
                i, new LimitColumn(plan.Program.FirstIndex(watched.Place), watched.RateHz, dueNs, values, qualities));
        }

        Alarms.EndBlock();
    }

    private void Publish(VariablePlan plan, CDataBlock block, in FrameHeader header, bool hasGap)
    {
        if (plan.Derived is not { } form || _coordinator.Derived is not { } feed)
            return;
        _formPassed = _formPassed || feed.TryPass(form);
        CDataBlock? derived = _formPassed ? form.Pool.TryRent() : null;
        if (derived is not null)
            DerivedBlock.Fill(derived, plan, block.FirstSampleIndex);
        FrameFlags gap = hasGap ? FrameFlags.SamplesMissing : FrameFlags.None;
        feed.Pass(form, derived, header.AcquiredNs, gap | (header.Flags & FrameFlags.Recording));
    }
}
