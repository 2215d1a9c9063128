using FuncLibs.Signals.Cycles;

namespace FuncLibs.Tests.Signals.Cycles;

public class RateAdequacyTests
{
    [Theory]
    [InlineData(10, 4.9)]
    [InlineData(20, 1.2)]
    [InlineData(50, 0.2)]
    public void PeakError_PointsPerCycle_IsOneMinusTheCosine(double points, double percent) =>
        Math.Round(100 * new RateAdequacy(points).PeakError, 1).ShouldBe(percent);

    [Theory]
    [InlineData(12)]
    [InlineData(25)]
    public void PeakError_SampledSine_IsTheWorstOfAllPhases(int points)
    {
        double worst = 0;
        for (int phase = 0; phase < 1000; phase++)
        {
            double read = Enumerable.Range(0, points).Max(i => Math.Sin(2 * Math.PI * (i + (phase / 1000.0)) / points));
            worst = Math.Max(worst, 1 - read);
        }

        worst.ShouldBe(new RateAdequacy(points).PeakError, 1e-4);
    }

    [Theory]
    [InlineData(0, RateVerdict.Unknown)]
    [InlineData(double.NaN, RateVerdict.Unknown)]
    [InlineData(9, RateVerdict.TooFew)]
    [InlineData(10, RateVerdict.Coarse)]
    [InlineData(20, RateVerdict.Fair)]
    [InlineData(50, RateVerdict.Good)]
    public void Verdict_PointsPerCycle_FollowsTheSteps(double points, RateVerdict verdict) =>
        new RateAdequacy(points).Verdict.ShouldBe(verdict);

    [Theory]
    [InlineData(0, "no closed cycle yet")]
    [InlineData(10, "10 points per cycle: peaks may read 4.9 % too low; sample 5 times as fast for 0.2 %")]
    [InlineData(100, "100 points per cycle: peaks within 0.05 %")]
    public void ToString_Verdict_ReportsWhatToDo(double points, string line) =>
        new RateAdequacy(points).ToString().ShouldBe(line);
}
