using Simulator.Measuring;
using Simulator.Waveforms;
using Testing;

namespace Simulator.Tests.Measuring;

public sealed class TrueColumnTests
{
    private const int LoopHz = 4096;
    private const int RateHz = 3 * LoopHz;

    private static readonly SensorPreset Bad = new()
    {
        Min = -10,
        Max = 10,
        Gain = 0.1,
        Class = 1,
        NoisePercent = 5,
        HumPercent = 3,
        DriftPercentPerHour = 9,
        AntiAliasHz = 200,
    };

    [Fact]
    public void At_OfARamp_HasNoDelayAndNoError()
    {
        var column = new TrueColumn(Bad, Ticks.Of(1024, n => n), 0, LoopHz, RateHz);

        foreach (int sample in (int[])[3, 4, 500, 3000])
            column.At(sample).ShouldBe(sample / 3.0 * 0.1, 1e-12);
    }

    [Fact]
    public void At_BeyondTheRange_IsNotClamped() =>
        new TrueColumn(Bad, Ticks.Of(64, _ => 500), 0, LoopHz, RateHz).At(20).ShouldBe(50);

    [Fact]
    public void Fill_OfManySamples_IsAtOfEach()
    {
        var column = new TrueColumn(Bad, Ticks.Lively(1024), 0, LoopHz, RateHz);
        double[] values = new double[501];
        column.Fill(777, values);

        values.ShouldBe(Enumerable.Range(777, 501).Select(i => column.At(i)));
    }

    [Fact]
    public void NewestTickNeeded_OfASample_IsTwoBeyondIt()
    {
        var column = new TrueColumn(Bad, Ticks.Lively(64), 0, LoopHz, RateHz);

        column.NewestTickNeeded(31).ShouldBe(12);
        column.OldestTickNeeded(31).ShouldBe(9);
    }

    [Fact]
    public void At_OfWhatAPerfectColumnMeasures_IsThatDelayed()
    {
        LoopHistory history = Ticks.Lively(1024);
        double[] measured = new MeasuredColumn(new SensorPreset(), history, 0, LoopHz, RateHz, CounterNoise.Key(1, 0, 0, 0))
            .Samples(3000);
        var truth = new TrueColumn(new SensorPreset(), history, 0, LoopHz, RateHz);

        for (int i = 6; i < measured.Length; i++)
            measured[i].ShouldBe(truth.At(i - 6), new SensorPreset().Scale / 2 * 1.001);
    }

    [Fact]
    public void At_Warm_TakesNoMemory()
    {
        var column = new TrueColumn(Bad, Ticks.Lively(1024), 0, LoopHz, RateHz);
        Allocation.OfWarm(() => column.At(500)).ShouldBe(0);
    }
}
