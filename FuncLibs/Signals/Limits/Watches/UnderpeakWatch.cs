using FuncLibs.Signals.Cycles.Closed;

namespace FuncLibs.Signals.Limits.Watches;

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
