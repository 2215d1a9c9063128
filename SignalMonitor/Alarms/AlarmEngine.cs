using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>
/// Watches the limits of one stream and keeps their alarms. Compute thread only, but for <see cref="Board"/>; nothing
/// allocates while no command comes.
/// <code>
/// engine.BeginBlock(epoch, sequence);
/// for each variable of engine.Set.Variables:  engine.Evaluate(variable, column);
/// engine.EndBlock();
/// </code>
/// What comes out depends on samples and commands alone: not on how the samples were cut into blocks, nor on a restart
/// between two of them.
/// </summary>
internal sealed class AlarmEngine(AlarmEvents events)
{
    private readonly AlarmEvents _events = events;
    private AlarmSet _set = new([]);
    private bool _isNews;

    /// <summary>The limits that are watched now.</summary>
    public AlarmSet Set => Volatile.Read(ref _set);

    /// <summary>Anybody: the newest state of all alarms.</summary>
    public AlarmBoard Board => Set.Board;

    /// <summary>The events that were made.</summary>
    public AlarmEvents Events => _events;

    /// <summary>Epoch of the publisher of the newest block.</summary>
    public ulong Epoch { get; private set; }

    /// <summary>The newest block.</summary>
    public ulong Sequence { get; private set; }

    /// <summary>Resumes from a saved state, before the first set is given: <see cref="Switch"/> then judges what was
    /// edited meanwhile.</summary>
    /// <param name="saved">A set with the saved alarms.</param>
    /// <param name="number">Number of the newest event then.</param>
    public void Resume(AlarmSet saved, long number)
    {
        _events.Number = number;
        saved.Board.Show(saved.Alarms);
        Volatile.Write(ref _set, saved);
    }

    /// <summary>
    /// Watches another set from the next block on. A limit with the same condition in both sets
    /// (<see cref="LimitDefinition.HasSameCondition"/>) keeps its alarm and its state. The alarm of another limit ends
    /// with an event unless it was normal; an edited limit starts without state.
    /// </summary>
    public void Switch(AlarmSet next)
    {
        foreach (Alarm alarm in _set.Alarms)
        {
            int place = next.PlaceOf(alarm.Limit.Id);
            if (place >= 0 && next.Alarms[place].Limit.HasSameCondition(alarm.Limit))
            {
                next.Adopt(place, alarm);
            }
            else if (alarm.Status.State != AlarmState.Normal)
            {
                AlarmCause cause = place < 0 ? AlarmCause.LimitRemoved : AlarmCause.LimitChanged;
                Change(alarm, AlarmState.Normal, cause, alarm.EndIndex, alarm.EndNs);
            }
        }

        next.Board.Show(next.Alarms);
        Volatile.Write(ref _set, next);
        EndBlock();
    }

    /// <summary>Begins a block.</summary>
    public void BeginBlock(ulong epoch, ulong sequence) => (Epoch, Sequence) = (epoch, sequence);

    /// <summary>Looks at the values of one variable.</summary>
    /// <param name="variable">Its place in <see cref="AlarmSet.Variables"/>.</param>
    /// <param name="column">What the block brings of it.</param>
    public void Evaluate(int variable, in LimitColumn column)
    {
        ReadOnlySpan<Alarm> alarms = _set.Alarms;
        foreach (int place in _set.On(variable))
            Follow(alarms[place], column);
    }

    /// <summary>Ends a block: its events and states are seen.</summary>
    public void EndBlock()
    {
        if (!_isNews)
            return;
        _isNews = false;
        _events.Flush();
        _set.Board.Show(_set.Alarms);
    }

    /// <summary>
    /// Looks at the clock while no block comes: values grow stale, shelves end. Only for a stream that is live; one
    /// that catches up is late for another reason.
    /// </summary>
    /// <param name="nowNs">UTC ns, less what blocks may be late.</param>
    public void Age(long nowNs)
    {
        foreach (Alarm alarm in _set.Alarms)
        {
            if (!alarm.IsLive)
                continue;
            LimitColumn edge = alarm.Edge;
            if (alarm.Watch.TryExpire(alarm.NewestDue(nowNs), out LimitCrossing crossing))
                Cross(alarm, crossing, edge);
            if (alarm.Status.State == AlarmState.Shelved && alarm.Status.ShelvedUntilNs <= nowNs)
                Unshelve(alarm, edge.EndIndex, alarm.Status.ShelvedUntilNs);
        }

        EndBlock();
    }

    /// <summary>Any thread: what somebody who commands an alarm now may have seen of it.</summary>
    public AlarmSeen SeenOf(long limit)
    {
        AlarmSet set = Set;
        return set.PlaceOf(limit) is var place and >= 0
            ? new AlarmSeen(set.Alarms[place], set.Alarms[place].ShownRaises)
            : default;
    }

    /// <summary>Executes a command, between two blocks.</summary>
    /// <param name="command">The command.</param>
    /// <param name="seen">The alarm as the command's sender saw it: a later change is not acknowledged or reset.
    /// Null: all.</param>
    public AlarmCommandResult Execute(AlarmCommand command, AlarmSeen? seen = null)
    {
        if (command.Fault is { } fault)
            return new AlarmCommandResult(AlarmCommandStatus.Refused, fault);
        int place = _set.PlaceOf(command.Limit);
        if (place < 0)
            return new AlarmCommandResult(
                AlarmCommandStatus.NotFound, $"limit {command.Limit} is not watched; it may be removed or disabled");
        Alarm alarm = _set.Alarms[place];
        AlarmStatus before = alarm.Status;
        if (AlarmCycle.Command(command.Verb, before.State, before.Under, out AlarmState next) is { } refusal)
            return new AlarmCommandResult(
                AlarmCommandStatus.Refused, $"limit {command.Limit} on {alarm.Limit.Variable}: {refusal}");
        if (command.Verb is AlarmVerb.Acknowledge or AlarmVerb.Reset && seen is { } known
            && known != new AlarmSeen(alarm, alarm.Raises))
            return new AlarmCommandResult(
                AlarmCommandStatus.Refused,
                $"limit {command.Limit} on {alarm.Limit.Variable}: it was raised after the command was given; look at "
                    + $"it and try again");
        Change(alarm, next, CauseOf(command.Verb), alarm.EndIndex, command.UtcNs, command.By);
        if (next == AlarmState.Shelved)
            alarm.Status = alarm.Status with { Under = before.State, ShelvedUntilNs = command.UntilNs };
        EndBlock();
        return new AlarmCommandResult(AlarmCommandStatus.Done, AlarmNames.Get(next));
    }

    private void Follow(Alarm alarm, in LimitColumn column)
    {
        alarm.Watch.Begin(column);
        for (int at = 0; alarm.Watch.TryNext(column, ref at, out LimitCrossing crossing);)
            Cross(alarm, crossing, column);
        if (alarm.Status.State == AlarmState.Shelved)
            EndShelf(alarm, column, column.EndIndex - 1);
        alarm.Observe(column);
    }

    // A shelf that is over by the sample ends first: whether it is in the block before makes no difference then.
    private void Cross(Alarm alarm, in LimitCrossing crossing, in LimitColumn column)
    {
        if (alarm.Status.State == AlarmState.Shelved)
            EndShelf(alarm, column, crossing.Index);
        AlarmStatus before = alarm.Status;
        AlarmState next = AlarmCycle.After(before.Under, crossing.IsRaised, alarm.Limit.Latch);
        alarm.Status = before with { Value = crossing.Value };
        if (crossing.IsRaised)
            alarm.Raise();
        if (before.State == AlarmState.Shelved)
            alarm.Status = alarm.Status with { Under = next };
        else if (next != before.State)
            Change(
                alarm,
                next,
                crossing.IsRaised ? AlarmCause.Raised : AlarmCause.Cleared,
                crossing.Index,
                column.NsOf(crossing.Index));
        alarm.IsNews = _isNews = true;
    }

    private void EndShelf(Alarm alarm, in LimitColumn column, long index)
    {
        if (column.NsOf(index) < alarm.Status.ShelvedUntilNs)
            return;
        long ends = Math.Min(index, column.IndexAt(alarm.Status.ShelvedUntilNs));
        Unshelve(alarm, ends, column.NsOf(ends));
    }

    private void Unshelve(Alarm alarm, long index, long utcNs) =>
        Change(alarm, alarm.Status.Under, AlarmCause.ShelfOver, index, utcNs);

    private void Change(Alarm alarm, AlarmState next, AlarmCause cause, long index, long utcNs, string by = "")
    {
        AlarmStatus before = alarm.Status;
        _events.Add(
            new AlarmEvent(0, alarm.Limit, before.State, next, cause, Epoch, Sequence, index, utcNs, before.Value, by));
        alarm.Status = new AlarmStatus(next, next, index, utcNs, before.Value, 0, by);
        alarm.IsNews = _isNews = true;
    }

    private static AlarmCause CauseOf(AlarmVerb verb) => verb switch
    {
        AlarmVerb.Acknowledge => AlarmCause.Acknowledged,
        AlarmVerb.Reset => AlarmCause.Reset,
        AlarmVerb.Shelve => AlarmCause.Shelved,
        AlarmVerb.Unshelve => AlarmCause.Unshelved,
        _ => AlarmCause.Unknown,
    };
}
