using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Stateful;

namespace SignalMonitor.Alarms;

/// <summary>
/// One limit that is watched: its condition, the state of its alarm, and how far its variable is. Compute thread only.
/// </summary>
internal sealed class Alarm(LimitDefinition limit)
{
    private double _rateHz;
    private long _raises;
    private long _shownRaises;

    /// <summary>The limit; its numbers are those that are watched.</summary>
    public LimitDefinition Limit { get; private set; } = limit;

    public LimitWatch Watch { get; } = LimitWatch.Create(limit);

    public AlarmStatus Status { get; set; } = AlarmStatus.Initial;

    /// <summary>True once a block came since this process began.</summary>
    public bool IsLive { get; private set; }

    /// <summary>True until the board has its status.</summary>
    public bool IsNews { get; set; } = true;

    /// <summary>How often its condition began to count since this process began.</summary>
    public long Raises => _raises;

    /// <summary>Any thread: the same, as far as the board shows it.</summary>
    public long ShownRaises => Volatile.Read(ref _shownRaises);

    /// <summary>Index after the newest sample.</summary>
    public long EndIndex { get; private set; }

    /// <summary>When that is due, UTC ns.</summary>
    public long EndNs { get; private set; }

    /// <summary>The end of the newest block, as an empty column: for times of samples that did not come.</summary>
    public LimitColumn Edge => new(EndIndex, _rateHz, EndNs, default);

    public void Observe(in LimitColumn column) =>
        (EndIndex, EndNs, _rateHz, IsLive) = (column.EndIndex, column.EndNs, column.RateHz, true);

    /// <summary>Continues under another revision of its limit, which watches the same.</summary>
    public void Follow(LimitDefinition revised) => (Limit, IsNews) = (revised, true);

    /// <summary>Its condition begins to count.</summary>
    public void Raise() => _raises++;

    /// <summary>The board has its status.</summary>
    public void MarkShown()
    {
        IsNews = false;
        Volatile.Write(ref _shownRaises, _raises);
    }

    /// <summary>Index of the newest sample that is due by <paramref name="nowNs"/>.</summary>
    public long NewestDue(long nowNs) =>
        nowNs < EndNs ? EndIndex - 1 : EndIndex + (long)((nowNs - EndNs) * _rateHz / 1e9);

    public void Save(StateWriter target)
    {
        target.Add(EndIndex);
        target.Add(EndNs);
        target.Add(_rateHz);
        Watch.Save(target);
    }

    /// <summary>
    /// Takes over a saved alarm of an equal limit; false when the bytes do not fit, and then nothing.
    /// </summary>
    public bool TryLoad(in AlarmStatus status, ReadOnlySpan<byte> memory)
    {
        var reader = new StateReader(memory);
        if (!reader.TryRead(out long index) || !reader.TryRead(out long ns) || !reader.TryRead(out double rateHz)
            || !double.IsFinite(rateHz) || !Watch.TryLoad(ref reader) || !reader.IsAtEnd)
        {
            Watch.Reset();
            return false;
        }

        (EndIndex, EndNs, _rateHz, Status) = (index, ns, rateHz, status);
        return true;
    }
}
