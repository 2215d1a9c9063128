using FuncLibs.Runtime.Timing;

namespace FuncLibs.Tests.Runtime.Timing;

public sealed class SampleClockTests
{
    [Theory]
    [InlineData(0, 30_000, 0)]
    [InlineData(1, 30_000, 33_333)]
    [InlineData(3, 30_000, 100_000)]
    [InlineData(9_007_199_254_740_993, 1_000_000_000, 9_007_199_254_740_993)]
    [InlineData(1, 0.5, 2_000_000_000)]
    [InlineData(3, 1.5, 2_000_000_000)]
    public void NsOf_Samples_IsRoundedDownOnce(long samples, double rateHz, long ns) =>
        SampleClock.NsOf(samples, rateHz).ShouldBe(ns);
}
