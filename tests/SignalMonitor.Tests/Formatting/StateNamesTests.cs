using FuncLibs.Signals;
using SignalMonitor.Formatting;

namespace SignalMonitor.Tests.Formatting;

public class StateNamesTests
{
    [Theory]
    [InlineData(Quality.Good, true, Quality.Stale)]
    [InlineData(Quality.Saturated, true, Quality.Stale)]
    [InlineData(Quality.Invalid, true, Quality.Invalid)]
    [InlineData(Quality.Saturated, false, Quality.Saturated)]
    public void Worst_OfValueAndStream_Counts(Quality value, bool stale, Quality expected) =>
        StateNames.Worst(value, stale).ShouldBe(expected);
}
