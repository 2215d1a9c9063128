using FuncLibs.Signals.Cycles;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Limits;

/// <summary>
/// Raised and cleared at the sample at which a closed cycle is known; the minimum duration counts cycles. Which samples
/// are peaks and valleys is decided by <see cref="CycleTracker"/>. A gap drops the open cycle, and earlier
/// cycles do not count towards a duration after it.
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

    private protected override void SetRate(double rateHz)
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
        source.TryRead(0, long.MaxValue - 1, out _held) && _cycles.TryLoad(ref source);

    // Where all qualities are good, the tracker itself passes over what is no number: then the whole block goes
    // through at once.
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

/// <summary>
/// Change in percent = 100 * max(abs(peak - peak0), abs(valley - valley0)) / (peak0 - valley0), where 0 is the
/// reference cycle. It refers to the range, because a peak or valley near zero, as at R = 0, has no percentages. Raised
/// above the value, over at or below value - hysteresis. The reference is the first closed cycle since the limit began;
/// it stays over gaps.
/// </summary>
internal sealed class PeakValleyWatch(LimitDefinition limit) : CycleWatch(limit)
{
    private double _peak;
    private double _valley;

    private protected override bool TryMeasure(in Cycle cycle, out double measured)
    {
        if (_peak > _valley)
        {
            measured =
                100 * Math.Max(Math.Abs(cycle.Peak - _peak), Math.Abs(cycle.Valley - _valley)) / (_peak - _valley);
            return true;
        }

        measured = 0;
        if (double.IsFinite(cycle.Range))
            (_peak, _valley) = (cycle.Peak, cycle.Valley);
        return false;
    }

    private protected override bool Raises(double measured) => measured > Limit.Value;

    private protected override bool Clears(double measured) => measured <= Limit.Value - Limit.Hysteresis;

    private protected override void Clear()
    {
        base.Clear();
        (_peak, _valley) = (0, 0);
    }

    private protected override void SaveMore(StateWriter target)
    {
        base.SaveMore(target);
        target.Add(_peak);
        target.Add(_valley);
    }

    private protected override bool TryLoadMore(ref StateReader source) => base.TryLoadMore(ref source)
        && source.TryRead(out _peak) && source.TryRead(out _valley)
        && double.IsFinite(_peak - _valley) && _peak >= _valley;
}

/// <summary>Raised by a peak &lt; value, over at a peak &gt;= value + hysteresis.</summary>
internal sealed class UnderpeakWatch(LimitDefinition limit) : CycleWatch(limit)
{
    private protected override bool TryMeasure(in Cycle cycle, out double measured)
    {
        measured = cycle.Peak;
        return true;
    }

    private protected override bool Raises(double measured) => measured < Limit.Value;

    private protected override bool Clears(double measured) => measured >= Limit.Value + Limit.Hysteresis;
}
