using FuncLibs.Messaging.Wire;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Limits.Breaks;
using FuncLibs.Signals.Stateful;

namespace SignalMonitor.Breaks;

/// <summary>
/// One break trigger running on one stream. Compute thread, except where a member names other threads; a block does not
/// allocate. The recorder has the samples between <see cref="PrePostBuffer.TryTake"/> and
/// <see cref="PrePostBuffer.Release"/>, and <see cref="Kept"/> with them.
/// </summary>
/// <param name="plan">What is watched and kept.</param>
internal sealed class BreakWatch(BreakPlan plan)
{
    private readonly BreakTrigger _trigger = new(plan.Definition, plan.Channel.RateHz);
    private readonly ForceRecovery _return = new(plan.Definition.MinForce, plan.RearmSamples);
    private bool _isArmed = true;
    private BreakEvent _kept;

    /// <summary>What is watched and kept.</summary>
    public BreakPlan Plan => plan;

    /// <summary>The samples.</summary>
    public PrePostBuffer Samples { get; } = new(plan.Size);

    /// <summary>Any thread: false from a break until the force is back, or a new test run.</summary>
    public bool IsArmed => Volatile.Read(ref _isArmed);

    /// <summary>Recorder, while it has the samples: the break that they are of.</summary>
    public ref readonly BreakEvent Kept => ref _kept;

    /// <summary>A new specimen: whatever the force does, the next break counts.</summary>
    public void Arm()
    {
        _trigger.Arm();
        Volatile.Write(ref _isArmed, true);
    }

    /// <summary>Writes what later breaks depend on. The samples that are kept are not among it.</summary>
    public void Save(StateWriter target)
    {
        _trigger.Save(target);
        _return.Save(target);
    }

    /// <summary>Before the first block: resumes from what one of the same plan wrote.</summary>
    /// <returns>False when that is damaged; it is armed then.</returns>
    public bool TryLoad(ReadOnlySpan<byte> buffer)
    {
        var reader = new StateReader(buffer);
        bool isSound = _trigger.TryLoad(ref reader) && _return.TryLoad(ref reader) && reader.IsAtEnd;
        if (!isSound)
            _trigger.Arm();
        Volatile.Write(ref _isArmed, _trigger.IsArmed);
        return isSound;
    }

    /// <summary>Looks through one block.</summary>
    /// <param name="columns">The block.</param>
    /// <param name="header">Its header.</param>
    /// <param name="dueNs">Due time of its end, UTC ns.</param>
    /// <param name="events">Where breaks go.</param>
    public void Process(BlockColumns columns, in FrameHeader header, long dueNs, BreakEvents events)
    {
        LimitColumn force = new(columns.FirstIndex(plan.Force), plan.Channel.RateHz, dueNs, columns.Values(plan.Force));
        bool isHeld = Samples.Begin(force.FirstIndex, force.Values.Length);
        for (int i = 0; isHeld && i < plan.Columns.Length; i++)
            Samples.Write(i, columns.Values(plan.Columns[i]));
        for (int at = 0; at < force.Values.Length;)
            at = IsArmed ? FindBreak(force, at, header, events) : FindReturn(force, at);
        Samples.End();
    }

    private int FindBreak(in LimitColumn force, int from, in FrameHeader header, BreakEvents events)
    {
        LimitColumn rest = new(force.FirstIndex + from, force.RateHz, force.EndNs, force.Values[from..]);
        if (!_trigger.TryFind(rest, out DetectedBreak found))
            return force.Values.Length;
        Volatile.Write(ref _isArmed, false);
        bool isKept = Samples.Trigger(found.Index);
        BreakEvent made = events.Add(new BreakEvent(
            0, this, header.Publisher, header.Epoch, header.Sequence, found, force.NsOf(found.Index), isKept)
        {
            IsReplay = (header.Flags & FrameFlags.Recording) != 0,
        });
        if (isKept)
            _kept = made;
        return (int)(found.Index - force.FirstIndex) + 1;
    }

    private int FindReturn(in LimitColumn force, int from)
    {
        int place = _return.Find(force, from);
        if (place < 0)
            return force.Values.Length;
        Arm();
        return place + 1;
    }
}
