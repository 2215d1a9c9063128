using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using Testing;

namespace FuncLibs.Tests.Signals.Expressions.Sources;

public class BlockColumnsTests
{
    private readonly CDataBlock _block = NewBlock();

    [Fact]
    public void Run_OverARigsBlock_ReadsFloatsIntegersLinesAndConstants()
    {
        SignalProgram program = Compile(
            "servo1.s1 + 1", "servo1.count * 2", "hold(bitin2, servo1.s1)", "ad1", "servo1.command / run.l0", "tons");

        Run(program);

        program.Variables.ShouldAllBe(variable => variable.IsOk);
        program.Values(0).ToArray().ShouldBe([2, 3, 4, 5]);
        program.Values(1).ToArray().ShouldBe([14, 16, 18, 20]);
        program.Values(2).ToArray().ShouldBe([1, 1, 1, 1]);
        program.Values(3).ToArray().ShouldBe([5, 6]);
        program.Values(4).ToArray().ShouldBe([1, 1, 1, 1]);
        program.Values(5).ToArray().ShouldBe([1, 2, 3, 4]);
        program.FirstIndex(0).ShouldBe(400);
        program.FirstIndex(3).ShouldBe(200);
        program.QualityOf(2).ShouldBe(Quality.Good);
    }

    [Fact]
    public void Run_OverAWarmBlock_DoesNotAllocate()
    {
        SignalProgram program = Compile("servo1.s1 + servo1.count", "hold(bitin2, servo1.s1)");
        BlockColumns source = Source();

        Allocation.OfWarm(() =>
        {
            source.MoveTo(_block);
            program.Run(source);
        }).ShouldBe(0);
    }

    [Fact]
    public void Run_OverABlockWithoutTheChannel_GivesNothingForIt()
    {
        SignalProgram program = Compile("servo1.s1 + 1");
        _block.SetGroup(BlockGroup.Servo, 0);

        Run(program);

        program.Values(0).Length.ShouldBe(0);
        program.QualityOf(0).ShouldBe(Quality.Invalid);
    }

    [Fact]
    public void Run_OverAShortChannel_FillsItWithInvalidValues()
    {
        StreamDescription stream = Describe();
        StreamSignals signals = new(stream);
        SignalProgram program =
            SignalCompiler.Compile([new("a", "servo1.s1 + servo2.s1")], new StreamScope(signals, RunConstants.None));
        _block.Channel(BlockGroup.Servo, 1).PointCount = 3;
        BlockColumns source = new(stream, signals);
        source.MoveTo(_block);

        program.Run(source);

        program.Qualities(0).ToArray().ShouldBe([Quality.Good, Quality.Good, Quality.Good, Quality.Invalid]);
    }

    private SignalProgram Compile(params string[] texts)
    {
        Dictionary<string, string> aliases = new() { ["tons"] = "servo1.s1", ["gone"] = "servo9.s1" };
        StreamScope scope = new(new StreamSignals(Describe()), new RunConstants(50, 80), aliases);
        return SignalCompiler.Compile([.. texts.Select((text, i) => new VariableDefinition($"v{i}", text))], scope);
    }

    private void Run(SignalProgram program)
    {
        BlockColumns source = Source();
        source.MoveTo(_block);
        program.Run(source);
    }

    private BlockColumns Source() => new(Describe(), new StreamSignals(Describe()));

    private static StreamDescription Describe() => UnknownStream.Describe(1, "rig", NewBlock());

    private static CDataBlock NewBlock()
    {
        CDataBlock block = new(
            new BlockLayout(
                [new(4, 1), new(4, 1)],
                [],
                [new(2)],
                8,
                0))
        { SampleRateHz = 1000, FirstSampleIndex = 400, IsValid = true };
        block.SetGroup(BlockGroup.Servo, 2);
        block.SetGroup(BlockGroup.AD, 1);
        block.SetBits(BitGroup.In, 8);
        for (int i = 0; i < 2; i++)
        {
            BlockChannel servo = block.Channel(BlockGroup.Servo, i);
            (servo.PointCount, servo.SensorCount) = (4, 1);
            new double[] { 1, 2, 3, 4 }.CopyTo(servo.Sensor(0));
            new long[] { 7, 8, 9, 10 }.CopyTo(servo.Count);
            servo.Command.Fill(50);
        }

        BlockChannel analogue = block.Channel(BlockGroup.AD, 0);
        analogue.PointCount = 2;
        new double[] { 5, 6 }.CopyTo(analogue.Values);
        block.SetBit(BitGroup.In, 1, value: true);
        return block;
    }
}
