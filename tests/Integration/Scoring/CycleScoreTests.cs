namespace Integration.Scoring;

/// <summary>
/// Strain control at 1 Hz, +-0.5 %: what connector and monitor make of it finds everything that really happened.
/// </summary>
[Trait(Lanes.Name, Lanes.Timed)]
[Collection(ScoreRuns.Name)]
public sealed class CycleScoreTests(ScoreRuns runs)
{
    [Theory]
    [InlineData("cycle servo1.strain")]
    [InlineData("peak servo1.strain")]
    [InlineData("valley servo1.strain")]
    public void Turns_OfTheRun_AreAllFoundAndNoOthers(string line) =>
        runs.OfCycles.Perfect(line).ShouldBeGreaterThanOrEqualTo(9);

    // The chain is two ticks of 4096 Hz behind, a base sample at 2000 Hz; noise moves a peak by one more.
    [Fact]
    public void Peaks_AreWhereTheyWere() =>
        (runs.OfCycles.Of(
            "peak servo1.strain",
            "offsetSamples") is >= 0 and <= 2, runs.OfCycles.Of("peak servo1.strain", "worstSamples") <= 4)
            .ShouldBe((true, true), runs.OfCycles.Text);

    [Fact]
    public void Excursions_OverTheLimit_AreAllFound() =>
        runs.OfCycles.Perfect("excursion servo1.strain upper 0.45").ShouldBeGreaterThanOrEqualTo(10);

    [Fact]
    public void Alarm_OfTheMonitor_HasTheStateOfTheGroundTruth() =>
        runs.OfCycles.Perfect("alarm servo1.strain upper 0.45").ShouldBe(1);

    [Fact]
    public void Modulus_OfTheFirstLoading_IsRecovered() => runs.OfCycles.Perfect("E servo1").ShouldBe(1);

    [Fact]
    public void Nothing_IsLost() => runs.OfCycles.Names.ShouldNotContain("gap");
}
