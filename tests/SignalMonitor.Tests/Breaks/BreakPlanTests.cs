using SignalMonitor.Breaks;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.Breaks;

public sealed class BreakPlanTests
{
    [Fact]
    public void Create_WithoutColumns_KeepsAllOfTheChannel()
    {
        BreakPlan plan = Make(BreakRig.Options())!;

        plan.Signals.Select(signal => signal.Name).ShouldBe(
        [
            "servo1.activectrl", "servo1.count", "servo1.command", "servo1.output", "servo1.force", "servo1.stroke",
        ]);
        (plan.Size.Pre, plan.Size.Post, plan.RearmSamples).ShouldBe((6, 6, 3));
    }

    [Fact]
    public void Create_Columns_AreKeptInTheirOrder() =>
        Make(BreakRig.Options("servo1.force", "servo2.force", "servo1.stroke"))!.Signals.Select(signal => signal.Name)
            .ShouldBe(["servo2.force", "servo1.stroke"]);

    [Theory]
    [InlineData("servo1.forse", "stream main has no signal servo1.forse (did you mean servo1.force?)")]
    [InlineData("bitin1", "bitin1 is a digital line, and no force")]
    public void Create_InvalidChannel_ReportsWhy(string channel, string why) =>
        FindFault(BreakRig.Options(channel)).ShouldBe(why);

    [Theory]
    [InlineData("servo1.strok", "stream main has no signal servo1.strok (did you mean servo1.stroke?)")]
    [InlineData("ad1", "ad1 has 40000 Hz and servo1.force 30000 Hz; what is kept together has one rate")]
    public void Create_InvalidColumn_ReportsWhy(string column, string why) =>
        FindFault(BreakRig.Options("servo1.force", column)).ShouldBe(why);

    [Fact]
    public void Create_MoreMemoryThanAllowed_IsRefusedBeforeAllocating()
    {
        BreakOptions options = BreakRig.Options();
        options.BeforeMs = 600_000;

        FindFault(options).ShouldBe(
            "capture needs 1610612736 bytes, more than 268435456; keep fewer columns or less time");
    }

    [Fact]
    public void Create_TimeLongerThanTheHistory_IsRefused()
    {
        BreakOptions options = BreakRig.Options();
        options.WithinMs = 500_000;

        FindFault(options).ShouldBe("break: 500000 ms at 30000 Hz must be above 0 and at most 1048576 samples");
    }

    [Theory]
    [InlineData("servo1.forse", "servo1.force", true)]
    [InlineData("servo1.force", "servo1.forse", false)]
    [InlineData("bitin1", "servo1.force", false)]
    public void Create_Fault_IsAbsentOnlyForAChannelThatIsNotThere(string channel, string column, bool isAbsent)
    {
        BreakPlan.Create(BreakRig.Options(channel, column), TestStream.Description, out BreakFault? fault);

        fault.ShouldNotBeNull().IsAbsent.ShouldBe(isAbsent);
    }

    private static BreakPlan? Make(BreakOptions options) => BreakPlan.Create(options, TestStream.Description, out _);

    private static string? FindFault(BreakOptions options)
    {
        BreakPlan.Create(options, TestStream.Description, out BreakFault? fault).ShouldBeNull();
        return fault?.Text;
    }
}
