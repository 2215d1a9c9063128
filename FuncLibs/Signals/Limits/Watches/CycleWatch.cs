using FuncLibs.Signals.Cycles.Closed;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Limits.Watches;

/// <summary>
/// Raised and cleared at the sample at which a closed cycle is known; the minimum duration counts cycles. Which samples are peaks and
/// valleys says
/// <see cref="CycleTracker"/>. A gap drops the open cycle and says nothing about the ones before it, so those do not count towards a
/// duration.
/// </summary>
internal abstract class CycleWatch(LimitDefinition limit) : LimitWatch(limit)
{
    private CycleTracker _cycles = new(limit.Value2);
    private long _held;

    /// <inheritdoc/>
    public override bool TryNext(in LimitColumn column, ref int at, out LimitCrossing crossing)
    {
        while (at < column.Values.Length)
        {
            if (!TryClose(column, ref at) || !TryMeasure(_cycles.Last, out double measured) || !Changes(measured))
                continue;
            _held = 0;
            IsRaised = !IsRaised;
            crossing = new LimitCrossing(IsRaised, column.FirstIndex + at - 1, measured);
            return true;
        }

        crossing = default;
        return false;
    }

    private protected abstract bool TryMeasure(in Cycle cycle, out double measured);

    private protected abstract bool Raises(double measured);

    private protected abstract bool Clears(double measured);

    private protected override void Start(long firstIndex) => Gap();

    private protected override void Gap()
    {
        _cycles.Gap();
        _held = 0;
    }

    private protected override void RateIs(double rateHz)
    {
    }

    private protected override void Clear()
    {
        _cycles.Reset();
        _held = 0;
    }

    private protected override void SaveMore(StateWriter target)
    {
        target.Add(_held);
        _cycles.Save(target);
    }

    private protected override bool TryLoadMore(ref StateReader source) =>
        source.TryTake(0, long.MaxValue - 1, out _held) && _cycles.TryLoad(ref source);

    // Where no quality says otherwise, the tracker itself passes over what is no number: then the whole block goes through at once.
    private bool TryClose(in LimitColumn column, ref int at)
    {
        if (column.Qualities.IsEmpty)
            return _cycles.TryClose(column.FirstIndex, column.Values, ref at);
        if (column.IsUsable(at))
            return _cycles.TryClose(column.FirstIndex, column.Values[..(at + 1)], ref at);
        at++;
        return false;
    }

    private bool Changes(double measured)
    {
        if (IsRaised)
            return Clears(measured);
        _held = Raises(measured) ? _held + 1 : 0;
        return _held >= Math.Max(1, Limit.MinDurationSamples);
    }
}
