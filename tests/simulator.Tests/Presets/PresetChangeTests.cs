using Simulator.Presets;

namespace Simulator.Tests.Presets;

public sealed class PresetChangeTests
{
    private static readonly RigPreset Reference = RigPresets.Find("reference")!;

    [Fact]
    public void Apply_Nothing_IsThePreset() => PresetChange.Apply(Reference, 0, 0, out _).ShouldBe(Reference);

    [Fact]
    public void Apply_BlocksPerSecond_KeepsPointsAndScalesRates()
    {
        RigPreset changed = PresetChange.Apply(Reference, 1000, 0, out string? fault);

        fault.ShouldBeNull();
        changed.ShouldBe(Reference with { BaseRateHz = 100_000 });
    }

    [Fact]
    public void Apply_PointsPerBlock_KeepsRatesAndChangesPace()
    {
        RigPreset changed = PresetChange.Apply(Reference, 0, 64, out string? fault);

        fault.ShouldBeNull();
        (changed.Servo.Points, changed.Temp.Points, changed.AD.Points).ShouldBe((64, 32, 128));
        (changed.BaseRateHz, changed.BlocksPerSecond).ShouldBe((30_000, 468.75));
    }

    [Fact]
    public void Apply_PointsThatDoNotDivide_NameTheGroup()
    {
        PresetChange.Apply(Reference, 0, 33, out string? fault);

        fault.ShouldBe(
            "preset reference: 33 servo points a block would be 16.5 points in group temp; choose a number that "
                + "divides");
    }

    [Theory]
    [InlineData(0, 40_000)]
    [InlineData(0, 60_000)]
    [InlineData(100_000, 40_000)]
    public void Apply_BeyondTheLimits_IsAFault(int blocksPerSecond, int points)
    {
        PresetChange.Apply(Reference, blocksPerSecond, points, out string? fault);

        fault.ShouldNotBeNull();
    }
}
