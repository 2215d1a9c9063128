using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Tests.Plant;

public sealed class ReversalBandsTests
{
    [Fact]
    public void Get_SegmentsOfOneMode_IsATenthOfTheSmallestAmplitude() => ReversalBands.Get(new CommandPreset
    {
        Mode = AxisControlMode.Force,
        Segments =
        [
            new() { Amplitude = 40 }, new() { Amplitude = 10 }, new() { Shape = CommandShape.Hold, Amplitude = 1 },
            new() { Amplitude = 25 },
        ],
    }).ShouldBe([0, 1, 0]);

    [Fact]
    public void Get_SegmentsOfSeveralModes_IsThatOfEach() => ReversalBands.Get(new CommandPreset
    {
        Mode = AxisControlMode.Displacement,
        Segments =
        [
            new() { Shape = CommandShape.Ramp, Amplitude = -20 },
            new() { Mode = AxisControlMode.Strain, Amplitude = 0.5 },
        ],
    }).ShouldBe([2, 0, 0.05]);

    [Fact]
    public void Get_ARepeatedProgram_TakesTheFirstSegmentInTheLastModeToo() => ReversalBands.Get(new CommandPreset
    {
        Mode = AxisControlMode.Displacement,
        Repeats = 0,
        Segments = [new() { Amplitude = 5 }, new() { Mode = AxisControlMode.Force, Amplitude = 30 }],
    }).ShouldBe([0.5, 0.5, 0]);
}
