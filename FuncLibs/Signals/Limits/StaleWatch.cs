using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Limits;

/// <summary>
/// Raised at the first sample that is due value ms or more behind the newest usable one, when it is not usable itself
/// or never came; over at the next usable one. The sample may be in a gap. Before the first block nothing is known, so
/// nothing is stale.
/// </summary>
internal sealed class StaleWatch(LimitDefinition limit) : LimitWatch(limit)
{
    private long _newest;
    private long _allowed = 1;
    private double _msPerSample;

    /// <inheritdoc/>
    public override bool TryNext(in LimitColumn column, ref int at, out LimitCrossing crossing)
    {
        // As a rule more samples are allowed than a block has: only the newest usable one matters then.
        if (!IsRaised && Due >= column.EndIndex)
        {
            int last = LastUsable(column, at);
            _newest = last >= at ? column.FirstIndex + last : _newest;
            at = column.Values.Length;
        }

        while (at < column.Values.Length || (!IsRaised && Due < column.EndIndex))
        {
            at = NextUsable(column, at);
            if (IsRaised ? at < column.Values.Length : Due < column.FirstIndex + at)
            {
                crossing = IsRaised ? Fresh(column.FirstIndex + at++) : Old();
                return true;
            }

            if (at < column.Values.Length)
                _newest = column.FirstIndex + at++;
        }

        crossing = default;
        return false;
    }

    /// <inheritdoc/>
    public override bool TryExpire(long newestDue, out LimitCrossing crossing)
    {
        bool isOld = !IsRaised && _msPerSample > 0 && Due <= newestDue;
        crossing = isOld ? Old() : default;
        return isOld;
    }

    private long Due => _newest + _allowed;

    private protected override void Start(long firstIndex) => _newest = firstIndex - 1;

    private protected override void Gap()
    {
    }

    private protected override void SetRate(double rateHz)
    {
        _msPerSample = 1000 / rateHz;
        _allowed = Math.Max(1, (long)Math.Ceiling(Limit.Value * rateHz / 1000));
    }

    private protected override void Clear() => (_newest, _allowed, _msPerSample) = (0, 1, 0);

    private protected override void SaveMore(StateWriter target) => target.Add(_newest);

    private protected override bool TryLoadMore(ref StateReader source) => source.TryRead(out _newest);

    private LimitCrossing Old()
    {
        IsRaised = true;
        return new LimitCrossing(true, Due, _allowed * _msPerSample);
    }

    private LimitCrossing Fresh(long index)
    {
        double age = (index - _newest) * _msPerSample;
        _newest = index;
        IsRaised = false;
        return new LimitCrossing(false, index, age);
    }

    private static int NextUsable(in LimitColumn column, int at)
    {
        while (at < column.Values.Length && !column.IsUsable(at))
            at++;
        return at;
    }

    private static int LastUsable(in LimitColumn column, int from)
    {
        int at = column.Values.Length - 1;
        while (at >= from && !column.IsUsable(at))
            at--;
        return at;
    }
}
