using System.Buffers;
using FuncLibs.Signals;
using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Limits.Breaks;
using FuncLibs.Signals.Stateful;
using Testing;

namespace FuncLibs.Tests.Signals.Limits.Breaks;

public class BreakTriggerTests
{
    private const double RateHz = 1000;
    private static readonly BreakDefinition Half = new(FallPercent: 50, WithinMs: 3, MinForce: 10);

    [Fact]
    public void TryFind_FallWithinTheTime_IsTheFirstSampleThatFellFarEnough() =>
        Find(Half, 90, 100, 100, 70, 50, 10).ShouldBe(new DetectedBreak(4, 50, 2, 100));

    [Fact]
    public void TryFind_SlowerFall_IsNone() => Find(Half, 100, 90, 80, 70, 60, 50, 45, 40).ShouldBeNull();

    [Fact]
    public void TryFind_ExactlyTheTime_Counts()
    {
        Find(Half, 100, 90, 80, 50).ShouldBe(new DetectedBreak(3, 50, 0, 100));
        Find(Half, 100, 90, 80, 70, 50).ShouldBeNull();
    }

    [Fact]
    public void TryFind_Compression_IsByMagnitude() =>
        Find(Half, -100, -100, -20).ShouldBe(new DetectedBreak(2, -20, 1, 100));

    [Fact]
    public void TryFind_BelowTheLeastForce_IsNoise() => Find(Half, 9, 0, 9.9, -0.1).ShouldBeNull();

    [Fact]
    public void TryLoad_FallLongerThanWhatIsSaved_FindsTheSameBreak()
    {
        BreakDefinition slow = new(FallPercent: 50, WithinMs: 5000, MinForce: 10);
        double[] fall = [.. Enumerable.Range(0, 4000).Select(i => 100 - (i / 100.0))];
        BreakTrigger before = new(slow, RateHz);
        before.TryFind(new LimitColumn(0, RateHz, 0, fall), out _).ShouldBeFalse();
        ArrayBufferWriter<byte> memory = new();
        before.Save(new StateWriter(memory));
        memory.WrittenCount.ShouldBeLessThan(17 * 1024);

        BreakTrigger after = new(slow, RateHz);
        StateReader reader = new(memory.WrittenSpan);
        after.TryLoad(ref reader).ShouldBeTrue();
        after.TryFind(new LimitColumn(4000, RateHz, 0, [60, 50, 40]), out DetectedBreak found).ShouldBeTrue();
        found.ShouldBe(new DetectedBreak(4001, 50, 0, 100));
    }

    [Fact]
    public void TryLoad_AnyByteDamagedOrMissing_NeverThrowsAndRefusesWhatCannotBe()
    {
        BreakTrigger before = new(Half, RateHz);
        before.TryFind(new LimitColumn(0, RateHz, 0, [100, 90, 80]), out _);
        ArrayBufferWriter<byte> memory = new();
        before.Save(new StateWriter(memory));
        for (int length = 0; length < memory.WrittenCount; length++)
        {
            StateReader reader = new(memory.WrittenSpan[..length]);
            new BreakTrigger(Half, RateHz).TryLoad(ref reader).ShouldBeFalse();
        }

        byte[] rising = memory.WrittenSpan.ToArray();
        BitConverter.TryWriteBytes(rising.AsSpan(rising.Length - 8), 500.0).ShouldBeTrue();
        StateReader damaged = new(rising);
        BreakTrigger after = new(Half, RateHz);
        after.TryLoad(ref damaged).ShouldBeFalse();
        after.IsArmed.ShouldBeTrue();
    }

    [Fact]
    public void TryFind_UnusableSamples_ArePassedOver() =>
        Find(Half, 100, double.NaN, double.PositiveInfinity, 40).ShouldBe(new DetectedBreak(3, 40, 0, 100));

    [Fact]
    public void TryFind_BehindAGap_Restarts()
    {
        BreakTrigger trigger = new(Half, RateHz);
        trigger.TryFind(Column(0, 100, 100), out _).ShouldBeFalse();

        trigger.TryFind(Column(3, 40, 40), out _).ShouldBeFalse();
        trigger.TryFind(Column(5, 20), out _).ShouldBeTrue();
    }

    [Fact]
    public void TryFind_Found_IsSilentUntilArmed()
    {
        BreakTrigger trigger = new(Half, RateHz);
        trigger.TryFind(Column(0, 100, 0, 100, 0), out _).ShouldBeTrue();
        trigger.TryFind(Column(4, 100, 0), out _).ShouldBeFalse();

        trigger.Arm();
        trigger.TryFind(Column(6, 0, 100, 0), out DetectedBreak found).ShouldBeTrue();
        found.Index.ShouldBe(8);
    }

    [Fact]
    public void TryFind_RandomForceAndBlocks_EqualsTheDefinition()
    {
        for (int seed = 0; seed < 200; seed++)
        {
            Random random = new(seed);
            BreakDefinition definition = new(random.Next(20, 90), random.Next(1, 40), 5);
            double[] force = [.. Enumerable.Range(0, 600)
                .Select(i => random.Next(50) == 0 ? double.NaN : 20 + (10 * Math.Sin(i / 30.0)) + random.NextDouble())];
            force.AsSpan(random.Next(600)..).Fill(1);
            BreakTrigger trigger = new(definition, RateHz);
            DetectedBreak found = default;
            for (int from = 0; from < force.Length && found == default;)
            {
                int to = Math.Min(force.Length, from + random.Next(1, 60));
                trigger.TryFind(Column(from, force[from..to]), out found);
                from = to;
            }

            found.ShouldBe(Naive(definition, force));
        }
    }

    [Fact]
    public void TryFind_ManyBlocks_DoesNotAllocate()
    {
        BreakTrigger trigger = new(new BreakDefinition(90, 100, 1), RateHz);
        double[] force = [.. Enumerable.Range(0, 100).Select(i => 10 + Math.Sin(i))];
        long index = 0;

        Allocation.OfWarm(() =>
        {
            trigger.TryFind(new LimitColumn(index, RateHz, 0, force), out _).ShouldBeFalse();
            index += force.Length;
        }).ShouldBe(0);
    }

    [Theory]
    [InlineData(0, 3, 10, "fall of 0 %")]
    [InlineData(double.NaN, 3, 10, "fall of NaN %")]
    [InlineData(50, 0, 10, "0 ms")]
    [InlineData(50, 1e12, 10, "at most")]
    [InlineData(50, 3, 0, "least force 0")]
    public void FaultAt_BadDefinition_ReportsWhat(double fall, double ms, double force, string what)
    {
        new BreakDefinition(fall, ms, force).FaultAt(RateHz).ShouldNotBeNull().ShouldContain(what);
        Should.Throw<ArgumentException>(() => new BreakTrigger(new BreakDefinition(fall, ms, force), RateHz));
    }

    private static DetectedBreak Naive(BreakDefinition definition, double[] force)
    {
        int back = (int)(definition.WithinMs * RateHz / 1000);
        for (int i = 0; i < force.Length; i++)
        {
            if (double.IsNaN(force[i]))
                continue;
            int peak = Enumerable.Range(Math.Max(0, i - back), i - Math.Max(0, i - back) + 1)
                .Where(at => !double.IsNaN(force[at])).OrderBy(at => force[at]).ThenBy(at => at).Last();
            if (force[peak] >= definition.MinForce && force[i] <= (1 - (definition.FallPercent / 100)) * force[peak])
                return new DetectedBreak(i, force[i], peak, force[peak]);
        }

        return default;
    }

    private static DetectedBreak? Find(BreakDefinition definition, params double[] force)
    {
        BreakTrigger trigger = new(definition, RateHz);
        for (int i = 0; i < force.Length; i++)
        {
            if (trigger.TryFind(Column(i, force[i]), out DetectedBreak found))
                return found;
        }

        return null;
    }

    private static LimitColumn Column(long first, params double[] force) =>
        new(first, RateHz, 0, force, default(ReadOnlySpan<Quality>));
}
