namespace Integration.Scoring;

/// <summary>Tensile tests of a steel with and one without a yield point: the results of the monitor's functions are
/// those of the specimen.</summary>
[Trait(Lanes.Name, Lanes.Timed)]
[Collection(ScoreRuns.Name)]
public sealed class TensileScoreTests(ScoreRuns runs)
{
    [Theory]
    [InlineData("E servo1")]
    [InlineData("ReH servo1")]
    [InlineData("ReL servo1")]
    [InlineData("Rp0.2 servo1")]
    [InlineData("Rm servo1")]
    [InlineData("A servo1")]
    [InlineData("E servo2")]
    [InlineData("Rp0.2 servo2")]
    [InlineData("Rm servo2")]
    public void Property_WithinOnePercent(string line) => runs.OfTensile.Perfect(line).ShouldBe(1);

    [Theory]
    [InlineData("break servo1")]
    [InlineData("break servo2")]
    public void Break_WithinFiveMilliseconds(string line)
    {
        runs.OfTensile.Perfect(line).ShouldBe(1);
        runs.OfTensile.Of(line, "offsetSamples").ShouldBeInRange(0, 10);
    }
}
