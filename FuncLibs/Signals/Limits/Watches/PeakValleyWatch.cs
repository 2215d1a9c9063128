using FuncLibs.Signals.Cycles.Closed;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Limits.Watches;

/// <summary>
/// Change in percent = 100 * max(abs(peak - peak0), abs(valley - valley0)) / (peak0 - valley0), where 0 is the reference cycle. It refers
/// to the range, because a peak or valley near zero, as at R = 0, has no percentages. Raised above the value, over at or below value -
/// hysteresis. The reference is the first closed cycle since the limit began; it stays over gaps.
/// </summary>
internal sealed class PeakValleyWatch(LimitDefinition limit) : CycleWatch(limit)
{
    private double _peak;
    private double _valley;

    private protected override bool TryMeasure(in Cycle cycle, out double measured)
    {
        if (_peak > _valley)
        {
            measured = 100 * Math.Max(Math.Abs(cycle.Peak - _peak), Math.Abs(cycle.Valley - _valley)) / (_peak - _valley);
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
        && source.TryTake(out _peak) && source.TryTake(out _valley)
        && double.IsFinite(_peak - _valley) && _peak >= _valley;
}
