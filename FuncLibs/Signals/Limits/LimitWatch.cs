using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Limits;

/// <summary>
/// Checks one limit over the blocks of its variable, and reports at which sample its condition began to count and at
/// which it was over. How the samples are cut into blocks changes nothing. One thread; blocks do not allocate.
/// <code>
/// watch.Begin(column);
/// for (int at = 0; watch.TryNext(column, ref at, out LimitCrossing crossing);)
///     ...
/// </code>
/// </summary>
public abstract class LimitWatch
{
    private long _next;
    private double _rateHz;

    private protected LimitWatch(LimitDefinition limit) => Limit = limit;

    /// <summary>The limit.</summary>
    public LimitDefinition Limit { get; }

    /// <summary>True while the condition holds.</summary>
    public bool IsRaised { get; private protected set; }

    /// <summary>A watch of a limit without fault.</summary>
    /// <exception cref="ArgumentException">The limit has a fault; <see cref="LimitFaults.Check(LimitDefinition)"/>
    /// finds it before.</exception>
    public static LimitWatch Create(LimitDefinition limit)
    {
        if (LimitFaults.Check(limit) is { } fault)
            throw new ArgumentException(fault, nameof(limit));
        return limit.Kind switch
        {
            LimitKind.Underpeak => new UnderpeakWatch(limit),
            LimitKind.PeakValleyChange => new PeakValleyWatch(limit),
            LimitKind.Stale => new StaleWatch(limit),
            _ => SampleWatch.Create(limit),
        };
    }

    /// <summary>
    /// Begins a block. Samples that are missing before it leave a condition that counts as it is, and one that has not
    /// held long enough restarts; an index that goes back, or another rate, is a new count of the rig, and is taken
    /// likewise. Each block once, and none of a snapshot.
    /// </summary>
    public void Begin(in LimitColumn column)
    {
        bool isNew = _rateHz != column.RateHz || column.FirstIndex < _next;
        if (_rateHz != column.RateHz)
        {
            _rateHz = column.RateHz;
            SetRate(_rateHz);
        }

        if (isNew)
            Start(column.FirstIndex);
        else if (column.FirstIndex > _next)
            Gap();
        _next = column.EndIndex;
    }

    /// <summary>The next change of the condition in the block that was begun.</summary>
    /// <param name="column">The block.</param>
    /// <param name="at">Where to continue; 0 at first, kept by the caller.</param>
    /// <param name="crossing">What changed.</param>
    /// <returns>False when the block is done.</returns>
    public abstract bool TryNext(in LimitColumn column, ref int at, out LimitCrossing crossing);

    /// <summary>Looks at the age of the newest value while no block comes.</summary>
    /// <param name="newestDue">Index of the newest sample that should have come by now.</param>
    /// <param name="crossing">What changed.</param>
    public virtual bool TryExpire(long newestDue, out LimitCrossing crossing)
    {
        crossing = default;
        return false;
    }

    /// <summary>As it was made.</summary>
    public void Reset()
    {
        (_next, _rateHz, IsRaised) = (0, 0, false);
        Clear();
    }

    /// <summary>Writes everything that later results depend on.</summary>
    public void Save(StateWriter target)
    {
        target.Add((long)Limit.Kind);
        target.Add(_next);
        target.Add(_rateHz);
        target.Add(IsRaised ? 1L : 0L);
        SaveMore(target);
    }

    /// <summary>Takes over what <see cref="Save"/> of a watch of the same limit wrote.</summary>
    /// <returns>False when the bytes are of another kind or damaged; the watch is then as after
    /// <see cref="Reset"/>.</returns>
    public bool TryLoad(ref StateReader source)
    {
        Reset();
        if (source.TryRead((long)Limit.Kind, (long)Limit.Kind, out _) && source.TryRead(out _next)
            && source.TryRead(out _rateHz)
            && (_rateHz >= 0) && double.IsFinite(_rateHz) && source.TryRead(0, 1, out long raised)
            && TryLoadMore(ref source))
        {
            IsRaised = raised == 1;
            if (_rateHz > 0)
                SetRate(_rateHz);
            return true;
        }

        Reset();
        return false;
    }

    // Begins at a sample of a new count, the first ever among them.
    private protected abstract void Start(long firstIndex);

    // Samples are missing before the next one.
    private protected abstract void Gap();

    // The rate became known, or is another one.
    private protected abstract void SetRate(double rateHz);

    private protected abstract void Clear();

    private protected abstract void SaveMore(StateWriter target);

    private protected abstract bool TryLoadMore(ref StateReader source);
}

/// <summary>A condition began to count, or was over.</summary>
/// <param name="IsRaised">True: it began.</param>
/// <param name="Index">Index, among all points of the channel, of the sample that decided it.</param>
/// <param name="Value">What was compared: the value, its rate, the peak, the change in percent, the age in ms.</param>
public readonly record struct LimitCrossing(bool IsRaised, long Index, double Value);
