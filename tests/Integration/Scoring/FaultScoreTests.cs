namespace Integration.Scoring;

/// <summary>A schedule of faults over a link: every loss is found, and no fault of a sensor or of the link is taken for
/// one of the monitor.</summary>
[Trait(Lanes.Name, Lanes.Timed)]
[Collection(ScoreRuns.Name)]
public sealed class FaultScoreTests(ScoreRuns runs)
{
    // Two gaps and the time offline.
    [Fact]
    public void Gaps_AreAllFoundAndNoOthers() => runs.OfFaults.Perfect("gap").ShouldBe(3);

    [Fact]
    public void GapSamples_AreThoseThatWereNeverSent() =>
        runs.OfFaults.Perfect("gapSamples").ShouldBe((3 * 20) + 20 + 2000);

    [Theory]
    [InlineData("cycle servo1.force")]
    [InlineData("peak servo1.force")]
    [InlineData("valley servo1.force")]
    [InlineData("cycle servo2.force")]
    [InlineData("peak servo2.force")]
    [InlineData("valley servo2.force")]
    public void Turns_BesideTheFaults_AreAllFoundAndNoOthers(string line) =>
        runs.OfFaults.Perfect(line).ShouldBeGreaterThanOrEqualTo(3);
}
