using FuncLibs.Blocks;
using FuncLibs.GroundTruth;
using FuncLibs.Messaging.RigLink;
using Simulator.Faults;
using Simulator.Faults.Playing;
using Simulator.Rig;

namespace Simulator.Tests.Faults.Playing;

public sealed class MachineFaultTests
{
    private const int Output = 1;
    private const int Samples = 400;

    // Noise and steps of the output's chain at a closed valve.
    private const double ChainErrorPercent = 0.02;
    private const string Interlock = "[{'fault':'interlock','channel':'servo1','atSample':40,'forSamples':20}]";
    private const string EStop = "[{'fault':'estop','channel':'servo1','atSample':40,'forSamples':20}]";

    [Fact]
    public void Interlock_OfOneBlock_IsSeenAtItsInputAndNowhereElse()
    {
        bool[] plain = Played("[]").Inputs(1);
        bool[] inputs = Played(Interlock).Inputs(1);

        plain.ShouldAllBe(input => !input);
        Indices(inputs).ShouldBe([2]);
        Indices(Played(Interlock, 4).Inputs(1)).ShouldBe([10, 11, 12, 13, 14]);
    }

    [Fact]
    public void EStop_OfOneBlock_IsSeenAtTheHydraulicsInput() =>
        Indices([.. Played(EStop).Inputs(0).Select(isOn => !isOn)]).ShouldBe([2]);

    [Theory]
    [InlineData(40)]
    [InlineData(2000)]
    public void Interlock_OfOneBlock_ClosesTheValveFromItsSampleOn(int from)
    {
        int to = from + FaultRig.Points;
        string schedule =
            $"[{{'fault':'interlock','channel':'servo1','atSample':{from},'forSamples':{FaultRig.Points}}}]";
        double[] plain = Played("[]", samples: to + FaultRig.Points).Column(Output);
        double[] held = Played(schedule, samples: to + FaultRig.Points).Column(Output);

        // A chain is two ticks late (ChainDelay), which is a sample of the small rig.
        Enumerable.Range(0, held.Length).First(i => held[i] != plain[i]).ShouldBe(from + 1);
        double moving = plain[(from + 1)..(to + 1)].Max(Math.Abs);
        moving.ShouldBeGreaterThan(2 * ChainErrorPercent);
        held[(from + 1)..(to + 1)].Max(Math.Abs).ShouldBeLessThan(Math.Max(ChainErrorPercent, 0.1 * moving));
        held[(to + 1)..].Max(Math.Abs).ShouldBeGreaterThan(0.5 * plain[(to + 1)..].Max(Math.Abs));
    }

    [Theory]
    [InlineData(Interlock)]
    [InlineData(EStop)]
    public void MachineFault_AnyBlockSize_GivesTheSameSamples(string schedule)
    {
        Run large = Played(schedule);
        Run small = Played(schedule, 4);

        for (int column = 0; column < 4; column++)
            small.Column(column).ShouldBe(large.Column(column), $"column {column}");
    }

    [Fact]
    public void Begin_AfterWarmUp_PlaysTheFaultsAgain()
    {
        SimulatedRig rig = FaultRig.Make();
        rig.Interlock(0, 40);
        rig.Reset(0, 60);
        var block = new CDataBlock(rig.Layout);
        rig.Fill(block, 50);
        rig.Begin(NullGroundTruthSink.Instance);
        rig.Fill(block, 2);

        block.Bit(BitGroup.In, 1).ShouldBeTrue();
    }

    private static Run Played(string schedule, int points = FaultRig.Points, int samples = Samples)
    {
        SimulatedRig rig = FaultRig.Make(points);
        var run = new Run();
        var faults =
            new FaultRun(FaultRig.Parse(schedule, rig.Description, out _)!, rig, rig, NullGroundTruthSink.Instance);
        for (int tick = 0; tick < samples / points; tick++)
            faults.Play(tick, 0, run);
        return run;
    }

    private static int[] Indices(bool[] values) => [.. Enumerable.Range(0, values.Length).Where(i => values[i])];

    private sealed class Run : IRigOutlet
    {
        private readonly List<CDataBlock> _blocks = [];

        public bool[] Inputs(int line) => [.. _blocks.Select(block => block.Bit(BitGroup.In, line))];

        public double[] Column(int column) =>
            [.. _blocks
                .SelectMany(block => FaultColumn.ValuesOf(block.Channel(BlockGroup.Servo, 0), column).ToArray())];

        public void Emit(CDataBlock block, in BlockStamp stamp)
        {
            var copy = new CDataBlock(block.Layout);
            copy.CopyFrom(block);
            _blocks.Add(copy);
        }

        public void Describe(FuncLibs.Blocks.Catalogue.StreamDescription stream) =>
            throw new InvalidOperationException("nothing is described");

        public void Report(LinkEvent happened)
        {
        }

        public void Disconnect(string reason) => throw new InvalidOperationException("the link is not touched");

        public void Reconnect() => throw new InvalidOperationException("the link is not touched");

        public void Restart(string reason) => throw new InvalidOperationException("the link is not touched");
    }
}
