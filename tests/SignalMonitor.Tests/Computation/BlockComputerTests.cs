using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Signals;
using FuncLibs.Signals.Elementwise;
using SignalMonitor.Computation;

namespace SignalMonitor.Tests.Computation;

public sealed class BlockComputerTests
{
    private readonly CDataBlock _block = TestStream.Block();

    [Fact]
    public void Compute_EveryFloatSignal_IsTheFunctionOfItsLastPoint()
    {
        StreamSnapshot values = Compute();

        values.Value("servo2.force").ShouldBe(_block.Channel(BlockGroup.Servo, 1).Sensor(0)[2]);
        values.Value("servo1.command").ShouldBe(_block.Channel(BlockGroup.Servo, 0).Command[2]);
        values.Value("temp1.stroke").ShouldBe(_block.Channel(BlockGroup.Temp, 0).Sensor(1)[1]);
        values.Value("ad2").ShouldBe(_block.Channel(BlockGroup.AD, 1).Values[3]);
        foreach (string name in (string[])["servo2.force", "servo1.output", "temp1.stroke", "ad2", "servo1.count", "bitin1"])
        {
            foreach (ElementwiseFunction function in new ComputeOptions().Functions.Select(
                function => ElementwiseFunction.Find(function)!))
                values
                    .Derived(name, function.Name)
                    .ShouldBe(function.Apply(values.Value(name)), $"{function.Name} {name}");
        }
    }

    [Fact]
    public void Compute_Integers_AreConverted()
    {
        StreamSnapshot values = Compute();

        values.Value("servo1.count").ShouldBe(_block.Channel(BlockGroup.Servo, 0).Count[2]);
        values.Value("servo2.activectrl").ShouldBe(1);
    }

    [Fact]
    public void Compute_Bits_AreOneAndZero()
    {
        StreamSnapshot values = Compute();

        values.Value("bitin1").ShouldBe(1);
        values.Value("bitin2").ShouldBe(0);
        values.Value("bitout1").ShouldBe(1);
        values.QualityOf("bitin1").ShouldBe(Quality.Good);
    }

    [Fact]
    public void Compute_TrimmedChannel_IsInvalid()
    {
        CountFilter.FilterCDataBlockByCount(_block, new BlockCounts(1, 0, 1, 0, 3)).IsOk.ShouldBeTrue();

        StreamSnapshot values = Compute();

        foreach (string name in (string[])["servo2.force", "servo2.count", "temp1.output", "ad2", "bitin8"])
        {
            values.Value(name).ShouldBe(double.NaN);
            values.Derived(name, "abs").ShouldBe(double.NaN);
            values.QualityOf(name).ShouldBe(Quality.Invalid);
        }

        values.QualityOf("servo1.force").ShouldBe(Quality.Good);
    }

    [Theory]
    [InlineData(99.9, Quality.Good)]
    [InlineData(100, Quality.Saturated)]
    [InlineData(-100, Quality.Saturated)]
    [InlineData(1e9, Quality.Saturated)]
    [InlineData(double.PositiveInfinity, Quality.Saturated)]
    [InlineData(double.NaN, Quality.Invalid)]
    public void Compute_Value_HasTheQualityOfItsRange(double value, Quality expected)
    {
        _block.Channel(BlockGroup.AD, 0).Values[3] = value;

        Compute().QualityOf("ad1").ShouldBe(expected);
    }

    [Fact]
    public void Compute_Selection_HasOnlyThatInTheOrderOfTheBlock()
    {
        var options = new ComputeOptions { Functions = ["sign"], Channels = ["ad*", "servo?.force", "ad1"] };

        StreamSnapshot values = Compute(options);

        values.Plan.Signals.Select(signal => signal.Name).ShouldBe(["servo1.force", "servo2.force", "ad1", "ad2"]);
        values.Derived.Length.ShouldBe(4);
    }

    [Fact]
    public void Fits_SelectionShorterThanTheBlock_IsTrue()
    {
        var options = new ComputeOptions { Channels = ["temp1.force"] };

        new BlockComputer(new SignalPlan(TestStream.Description, options)).Fits(_block).ShouldBeTrue();
    }

    [Fact]
    public void Fits_MorePointsThanTheCatalogue_IsFalse()
    {
        StreamDescription lying = TestStream.Description with { AD = [], BitIn = [], BitOut = [] };

        new BlockComputer(new SignalPlan(lying, new ComputeOptions())).Fits(_block).ShouldBeFalse();
    }

    private StreamSnapshot Compute(ComputeOptions? options = null)
    {
        BlockComputer computer = new(new SignalPlan(TestStream.Description, options ?? new ComputeOptions()));
        computer.Fits(_block).ShouldBeTrue();
        computer.Compute(_block, 7, 42);
        StreamSnapshot snapshot = computer.Board.Read();
        (snapshot.Sequence, snapshot.DueNs).ShouldBe((7UL, 42L));
        return snapshot;
    }
}
