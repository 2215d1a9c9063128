using FuncLibs.Blocks;

namespace Simulator.Tests.Faults.Playing;

public sealed class SignalFaultTests
{
    private const int Force = 2;
    private const int From = 33;
    private const int To = 70;

    private static readonly double[] Sound = new FaultRig("[]").Play(5).Column(BlockGroup.Servo, 0, Force);

    [Theory]
    [InlineData("nan", "", double.NaN)]
    [InlineData("inf", "", double.PositiveInfinity)]
    [InlineData("inf", ",'sign':-1", double.NegativeInfinity)]
    public void Play_NonFinite_FillsExactlyItsSamples(string kind, string more, double value) =>
        Column($"'fault':'{kind}'{more}").ShouldBe(
            [.. Sound[..From], .. Enumerable.Repeat(value, To - From), .. Sound[To..]]);

    [Fact]
    public void Play_Stuck_HoldsTheFirstValue() =>
        Column("'fault':'stuck'").ShouldBe(
            [.. Sound[..From], .. Enumerable.Repeat(Sound[From], To - From), .. Sound[To..]]);

    [Fact]
    public void Play_Drift_GrowsFromZero() => Column("'fault':'drift','perSecond':200")
        .ShouldBe([.. Sound.Select((value, i) => i is >= From and < To ? value + ((i - From) * 0.1) : value)]);

    [Fact]
    public void Play_WholeChannel_TouchesEveryColumn()
    {
        FaultRig rig = new FaultRig("[{'fault':'nan','channel':'servo1','atSample':0}]").Play(1);

        for (int column = 0; column < rig.Rig.Description.Servo[0].Columns.Length; column++)
            rig.Column(BlockGroup.Servo, 0, column).ShouldAllBe(value => double.IsNaN(value));
        rig.Column(BlockGroup.Servo, 1, Force).ShouldAllBe(value => double.IsFinite(value));
    }

    [Theory]
    [InlineData("wrap24", 1L << 24)]
    [InlineData("wrap32", 1L << 32)]
    public void Play_Wrap_GoesOnBelowItsEndAndWraps(string kind, long end)
    {
        FaultRig sound = new FaultRig("[]").Play(250);
        FaultRig rig = new FaultRig($"[{{'fault':'{kind}','channel':'servo2','atSample':{From},'below':2}}]").Play(250);
        long[] counts = Counts(rig);

        counts[..From].ShouldBe(Counts(sound)[..From]);
        counts[From].ShouldBe(end - 2);
        counts.Max().ShouldBe(end - 1);
        counts[^1].ShouldBe((end - 2 + Counts(sound)[^1] - Counts(sound)[From]) % end);
        counts[^1].ShouldBeLessThan(10);
    }

    [Theory]
    [InlineData("'fault':'nan'")]
    [InlineData("'fault':'stuck'")]
    [InlineData("'fault':'drift','perSecond':3")]
    [InlineData("'fault':'inf'")]
    public void Play_OtherBlockSize_GivesTheSameBits(string fault)
    {
        string schedule = Schedule(fault);
        double[] small = new FaultRig(schedule, pointsPerBlock: 4).Play(25).Column(BlockGroup.Servo, 0, Force);

        small.Select(BitConverter.DoubleToInt64Bits).ShouldBe(Column(fault).Select(BitConverter.DoubleToInt64Bits));
    }

    private static string Schedule(string fault) =>
        $"[{{{fault},'channel':'servo1','sensor':'force','atSample':{From},'forSamples':{To - From}}}]";

    private static double[] Column(string fault) =>
        new FaultRig(Schedule(fault)).Play(5).Column(BlockGroup.Servo, 0, Force);

    private static long[] Counts(FaultRig rig) =>
        [.. rig.Out.SelectMany(emitted => emitted.Block.Channel(BlockGroup.Servo, 1).Count.ToArray())];
}
