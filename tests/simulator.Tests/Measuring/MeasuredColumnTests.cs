using Simulator.Measuring;
using Simulator.Presets;
using Simulator.Waveforms;
using Testing;

namespace Simulator.Tests.Measuring;

public sealed class MeasuredColumnTests
{
    private const int LoopHz = 4096;
    private static readonly ulong Key = CounterNoise.Key(1, 0, 2, 3);

    private static readonly SensorPreset Full = new()
    {
        Name = "force",
        Unit = "kN",
        Class = 1,
        NoisePercent = 0.01,
        HumPercent = 0.02,
        DriftPercentPerHour = 2,
        AntiAliasHz = 800,
        SkewMicroseconds = 17,
    };

    public static TheoryData<SensorPreset> Chains =>
    [
        new SensorPreset(),
        new SensorPreset { NoisePercent = 0.02, Bits = 16 },
        new SensorPreset { Class = 0.5, Bits = 18, Gain = 0.1, Min = -10, Max = 10 },
        new SensorPreset { HumPercent = 0.1, HumHz = 60, Bits = 19 },
        new SensorPreset { DriftPercentPerHour = -3, Gain = -1 },
        Full,
    ];

    [Theory]
    [MemberData(nameof(Chains))]
    public void Fill_ByVectors_EqualsThePlainFormToTheBit(SensorPreset sensor)
    {
        const int RateHz = 10_007;
        LoopHistory history = Ticks.Lively(2048);
        var plain = new PlainChain(sensor, history, LoopHz, RateHz, Key);

        Column(sensor, history, RateHz).Samples(4003).ShouldBe(Enumerable.Range(0, 4003).Select(i => plain.At(i)));
    }

    [Theory]
    [InlineData(30_000)]
    [InlineData(4_096)]
    [InlineData(1_000)]
    public void Fill_InBlocksOfAnySize_GivesTheSameBits(int rateHz)
    {
        LoopHistory history = Ticks.Lively(4096);
        MeasuredColumn column = Column(Full, history, rateHz);
        double[] whole = column.Samples(Math.Min(4000, rateHz * 9 / 10));
        double[] cut = new double[whole.Length];
        for (int size = 1; size <= 997; size++)
        {
            for (int i = 0; i < cut.Length; i += size)
                column.Fill(i, cut.AsSpan(i, Math.Min(size, cut.Length - i)));
            cut.AsSpan().SequenceEqual(whole).ShouldBeTrue($"blocks of {size}");
        }
    }

    [Fact]
    public void Fill_AMonthIntoARun_EqualsThePlainForm()
    {
        const int RateHz = 30_000;
        const int Month = 86_400 * 30;
        const long First = (long)Month * RateHz;
        var sensor = new SensorPreset { NoisePercent = 0.01, HumPercent = 0.05, DriftPercentPerHour = 0.001 };
        var history = new LoopHistory(1, 64);
        for (int n = 0; n < Month + 32; n++)
            history.Add([n % 60]);
        var plain = new PlainChain(sensor, history, 1, RateHz, Key);

        new MeasuredColumn(sensor, history, 0, 1, RateHz, Key).Samples(501, First)
            .ShouldBe(Enumerable.Range(0, 501).Select(i => plain.At(First + i)));
    }

    [Fact]
    public void Fill_OfAPinnedChain_HasTheSameBitsOnEveryMachine()
    {
        double[] samples = Column(Full, Ticks.Of(2048, n => n % 200), 10_000).Samples(4001);
        ulong hash = samples.Aggregate(
            14695981039346656037UL,
            (h, v) => (ulong.RotateLeft(h, 17) ^ BitConverter.DoubleToUInt64Bits(v)) * 1099511628211);

        hash.ToString("x16").ShouldBe("bb0fc163d879489b");
    }

    [Fact]
    public void Fill_OfARamp_LagsByTheDelay()
    {
        const int RateHz = 2 * LoopHz;
        var sensor = new SensorPreset { Min = -4096, Max = 4096, AntiAliasHz = 500, SkewMicroseconds = 40 };
        MeasuredColumn column = Column(sensor, Ticks.Of(2048, n => n), RateHz);
        double ticks = 2 + (2.1139176749 / (2 * Math.PI * 500) * LoopHz) + (40e-6 * LoopHz);

        column.DelaySeconds.ShouldBe(ticks / LoopHz, 1e-15);
        double[] samples = column.Samples(4000);
        for (int i = 100; i < samples.Length; i++)
            samples[i].ShouldBe((i / 2.0) - ticks, sensor.Scale / 2 * 1.001);
    }

    [Fact]
    public void Fill_OfAHeldColumn_IsTheDelayedTick()
    {
        var sensor = new SensorPreset { Min = -4096, Max = 4096, Held = true };
        double[] samples = Column(sensor, Ticks.Of(2048, n => n), 2 * LoopHz).Samples(4000);

        samples.Skip(10).ShouldBe(Enumerable.Range(10, 3990).Select(i => Math.Floor(i / 2.0) - 2));
    }

    [Fact]
    public void Fill_OfTwoColumnsOfARamp_AreApartByTheirSkew()
    {
        var sensor = new SensorPreset { Min = -4096, Max = 4096 };
        LoopHistory ramp = Ticks.Of(2048, n => n);
        double[] first = Column(sensor, ramp, LoopHz).Samples(2000);
        double[] skewed = Column(sensor with { SkewMicroseconds = 250 }, ramp, LoopHz).Samples(2000);

        first.Zip(skewed, (a, b) => a - b).Skip(100).ShouldAllBe(d => Math.Abs(d - (250e-6 * LoopHz)) <= sensor.Scale);
    }

    [Fact]
    public void Fill_OfADividedLoop_FollowsTheSlowTicks()
    {
        var sensor = new SensorPreset { Min = -4096, Max = 4096 };
        var column = new MeasuredColumn(sensor, Ticks.Of(256, n => n), 0, 10_000, 15_000, Key, loopDivisor: 64);
        double[] samples = column.Samples(20_000);

        for (int i = 1000; i < samples.Length; i++)
            samples[i].ShouldBe((i * 10_000.0 / 64 / 15_000) - 2, sensor.Scale);
    }

    [Fact]
    public void TicksNeeded_OfABlock_AreThoseThatTheCubicReads()
    {
        MeasuredColumn column = Column(new SensorPreset(), Ticks.Lively(64), LoopHz);

        column.NewestTickNeeded(50).ShouldBe(50);
        column.OldestTickNeeded(50).ShouldBe(47);
        column.NewestTickNeeded(0).ShouldBe(0);
    }

    [Fact]
    public void Fill_OfANaN_ShowsIt()
    {
        double[] samples = Column(Full, Ticks.Of(64, n => n < 32 ? 0 : double.NaN), LoopHz).Samples(64);

        samples[..20].ShouldAllBe(v => !double.IsNaN(v));
        samples[60..].ShouldAllBe(v => double.IsNaN(v));
    }

    [Fact]
    public void Fill_Warm_DoesNotAllocate()
    {
        MeasuredColumn column = Column(Full, Ticks.Lively(2048), 10_007);
        double[] samples = new double[997];

        Allocation.OfWarm(() => column.Fill(3, samples)).ShouldBe(0);
    }

    private static MeasuredColumn Column(SensorPreset sensor, LoopHistory history, int rateHz) =>
        new(sensor, history, 0, LoopHz, rateHz, Key);
}
