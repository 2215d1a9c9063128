using Simulator.Presets;

namespace Simulator.Tests.Plant;

/// <summary>
/// The stepped axis against its transfer function, which is worked out in the frequency domain and shares only the
/// constants.
/// </summary>
public sealed class ClosedLoopResponseTests
{
    private const double Tolerance = 0.05;

    [Theory]
    [InlineData(AxisControlMode.Force, 10, 10_000)]
    [InlineData(AxisControlMode.Force, 10, 4096)]
    [InlineData(AxisControlMode.Displacement, 0.1, 4096)]
    [InlineData(AxisControlMode.Strain, 0.05, 4096)]
    [InlineData(AxisControlMode.Force, 10, 1024)]
    public void At_FiveFrequencies_IsWhatTheAxisDoes(AxisControlMode mode, double amplitude, double loopHz)
    {
        foreach (double hz in new[] { 2.0, 5, 10, 20, 40 })
        {
            AxisPreset preset = TestAxes.Sine(mode, amplitude, hz);
            FrequencyResponse model = new ClosedLoopResponse(preset, mode, loopHz).At(hz);
            FrequencyResponse axis = Measure(new AxisRun(preset, loopHz).Go(3), AxisQuantities.FeedbackOf(mode), hz);

            axis.Gain.ShouldBe(model.Gain, Tolerance * model.Gain, $"{mode} at {hz} Hz");
            axis.PhaseLagCycles.ShouldBe(model.PhaseLagCycles, Tolerance * model.PhaseLagCycles, $"{mode} at {hz} Hz");
        }
    }

    [Fact]
    public void At_GrowingFrequency_LagsMoreAndRollsOff()
    {
        var response = new ClosedLoopResponse(new AxisPreset(), AxisControlMode.Force, 4096);
        FrequencyResponse[] answers = [.. new[] { 1.0, 5, 10, 20, 40 }.Select(response.At)];

        answers.Select(a => a.PhaseLagCycles).ShouldBeInOrder(SortDirection.Ascending);
        answers[0].Gain.ShouldBe(1, 0.01);
        answers[^1].Gain.ShouldBeLessThan(0.8);
        answers[3].PhaseLagCycles.ShouldBeInRange(0.05, 0.25);
    }

    // Command and feedback against sine and cosine over the last second: whole cycles.
    private static FrequencyResponse Measure(AxisRun run, AxisQuantity feedback, double hz)
    {
        (double gain, double angle) = Turned(run, run[feedback], hz);
        (double requested, double zero) = Turned(run, run[AxisQuantity.Command], hz);
        double lag = (zero - angle) / (2 * Math.PI);
        return new FrequencyResponse(gain / requested, lag - Math.Round(lag));
    }

    private static (double Size, double Angle) Turned(AxisRun run, List<double> values, double hz)
    {
        (double sine, double cosine) = (0, 0);
        for (int i = values.Count - (int)run.LoopHz; i < values.Count; i++)
        {
            (double s, double c) = Math.SinCos(2 * Math.PI * hz * i / run.LoopHz);
            sine += values[i] * s;
            cosine += values[i] * c;
        }

        return (Math.Sqrt((sine * sine) + (cosine * cosine)), Math.Atan2(cosine, sine));
    }
}
