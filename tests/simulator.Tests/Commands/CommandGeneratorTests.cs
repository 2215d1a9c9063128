using Simulator.Commands;
using Simulator.Presets;

namespace Simulator.Tests.Commands;

public sealed class CommandGeneratorTests
{
    [Fact]
    public void Next_SineWithMean_RampsFirstAndThenFollowsTheSine()
    {
        var segment = new SegmentPreset { Mean = 10, Amplitude = 4, FrequencyHz = 3, RampSeconds = 0.5 };
        double[] values = Course.Of(segment, 4 * Course.LoopHz);

        values[0].ShouldBe(0);
        values[256].ShouldBe(5);
        for (int i = 512; i < values.Length; i++)
            values[i].ShouldBe(10 + (4 * Math.Sin(2 * Math.PI * 3 * (i - 512) / Course.LoopHz)), 1e-4);
    }

    [Theory]
    [InlineData(CommandShape.Triangle, 1, 0, -1, 0.5)]
    [InlineData(CommandShape.Square, 1, -1, -1, 1)]
    [InlineData(CommandShape.Haversine, 0.5, 1, 0.5, 0.146447)]
    [InlineData(CommandShape.Trapezoid, 1, 0, -1, 1)]
    public void Next_PeriodicShape_HasItsCorners(
        CommandShape shape, double quarter, double half, double threeQuarters, double eighth)
    {
        double[] values = Course.Of(new SegmentPreset { Shape = shape, FrequencyHz = 1 }, Course.LoopHz);

        values[256].ShouldBe(quarter, 1e-4);
        values[512].ShouldBe(half, 1e-4);
        values[768].ShouldBe(threeQuarters, 1e-4);
        values[128].ShouldBe(eighth, 1e-4);
    }

    [Fact]
    public void Next_Dwell_RisesHoldsFallsAndRests()
    {
        var segment = new SegmentPreset
        {
            Shape = CommandShape.Dwell,
            Amplitude = -8,
            RiseSeconds = 1,
            HoldSeconds = 2,
            RestSeconds = 1,
            Cycles = 2,
        };
        double[] values = Course.Of(segment, 11 * Course.LoopHz);

        values[Course.LoopHz / 2].ShouldBe(-4);
        values[2 * Course.LoopHz].ShouldBe(-8);
        values[(3 * Course.LoopHz) + (Course.LoopHz / 2)].ShouldBe(-4);
        values[(4 * Course.LoopHz) + 10].ShouldBe(0);
        values[7 * Course.LoopHz].ShouldBe(-8);
        values[^1].ShouldBe(0);
    }

    [Fact]
    public void Next_Ramp_StaysWhereItEnds()
    {
        var ramp = new SegmentPreset { Shape = CommandShape.Ramp, Amplitude = 6, RiseSeconds = 2, HoldSeconds = 1 };
        double[] values = Course.Of(ramp, 5 * Course.LoopHz);

        values[Course.LoopHz].ShouldBe(3);
        values[(5 * Course.LoopHz) - 1].ShouldBe(6);
    }

    [Fact]
    public void Next_Tapers_ScaleTheAmplitudeAtBothEnds()
    {
        var segment = new SegmentPreset
        {
            Shape = CommandShape.Square,
            Amplitude = 8,
            FrequencyHz = 1,
            Seconds = 8,
            TaperInSeconds = 2,
            TaperOutSeconds = 4,
        };
        double[] values = Course.Of(segment, 9 * Course.LoopHz);

        Math.Abs(values[Course.LoopHz]).ShouldBe(4);
        Math.Abs(values[3 * Course.LoopHz]).ShouldBe(8);
        Math.Abs(values[6 * Course.LoopHz]).ShouldBe(4);
        values[^1].ShouldBe(0, 1e-9);
    }

    [Fact]
    public void Cycles_OfABlockProgram_CountEverySegmentOfEveryRepeat()
    {
        var preset = new CommandPreset
        {
            Repeats = 3,
            Segments =
            [
                new() { Amplitude = 2, FrequencyHz = 7, Cycles = 5 },
                new() { Amplitude = 4, FrequencyHz = 11, Cycles = 4 },
            ],
        };
        var generator = new CommandGenerator(preset, Course.LoopHz, 1);
        long ticks = 0;
        for (; !generator.IsOver; ticks++)
            generator.Next(ticks, default);

        generator.Cycles.ShouldBe(27);

        // 5 / 7 s and 4 / 11 s are no whole ticks: each segment ends at the first tick after its last cycle.
        ticks.ShouldBe((3 * (732 + 373)) + 1);
    }

    [Theory]
    [InlineData(false, 110)]
    [InlineData(true, 78.17)]
    public void Cycles_OfASweep_AreTheIntegralOfItsFrequency(bool isLogarithmic, double cycles)
    {
        var sweep = new SegmentPreset
        {
            Shape = CommandShape.Sweep,
            FrequencyHz = 2,
            ToFrequencyHz = 20,
            Seconds = 10,
            IsLogarithmic = isLogarithmic,
        };
        var generator = new CommandGenerator(new CommandPreset { Segments = [sweep] }, Course.LoopHz, 1);
        for (int i = 0; i < 10 * Course.LoopHz; i++)
            generator.Next(i, default);

        generator.Cycles.ShouldBeInRange((long)cycles - 1, (long)cycles);
    }

    [Fact]
    public void Next_AnotherMode_WaitsForAWholeSecondAndBeginsAtItsFeedback()
    {
        var preset = new CommandPreset
        {
            Segments =
            [
                new() { FrequencyHz = 10, Cycles = 4 },
                new() { Mode = AxisControlMode.Displacement, Mean = 2, Amplitude = 1 },
            ],
        };
        var generator = new CommandGenerator(preset, Course.LoopHz, 1);
        var feedback = new AxisFeedback(7, 0, 0);
        for (int i = 0; i < Course.LoopHz; i++)
            generator.Next(i, in feedback);
        generator.Mode.ShouldBe(AxisControlMode.Force);
        generator.Next(Course.LoopHz, in feedback);

        generator.Mode.ShouldBe(AxisControlMode.Displacement);
        generator.Value.ShouldBe(7);
    }
}
