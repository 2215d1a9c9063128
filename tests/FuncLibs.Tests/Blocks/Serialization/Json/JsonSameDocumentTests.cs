using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Rows;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Json;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Json;

/// <summary>
/// The document is byte for byte that of System.Text.Json over the row classes, and what it writes is read.
/// </summary>
public sealed class JsonSameDocumentTests
{
    private static readonly JsonSerializerOptions Options =
        new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };
    private static readonly JsonBlockSerializer Serializer = new();

    [Fact]
    public void Serialize_Reference_WritesTheSameDocument() =>
        ShouldBeTheSame(ReferenceBlocks.Create(ReferenceBlocks.Reference));

    [Fact]
    public void Serialize_SpecialValues_WritesTheSameDocument() => ShouldBeTheSame(EdgeBlocks.Columns());

    [Fact]
    public void Serialize_AnyBlock_WritesTheSameDocument()
    {
        for (int seed = 0; seed < 200; seed++)
            ShouldBeTheSame(RandomBlocks.Create(seed));
    }

    [Fact]
    public void Serialize_DecimalsOfEveryLength_WritesTheSameDocument()
    {
        var random = new Random(4);
        var block = new CDataBlock(new BlockLayout([], [], [new ChannelShape(60_000)], 0, 0));
        block.SetGroup(BlockGroup.AD, 1);
        BlockChannel channel = block.Channel(BlockGroup.AD, 0);
        channel.PointCount = 60_000;
        for (int p = 0; p < channel.PointCount; p++)
        {
            double value = Math.Round(
                random.NextDouble() * Math.Pow(10, random.Next(0, 9)),
                random.Next(0, 9)) / Math.Pow(10, random.Next(0, 6));
            channel.Values[p] = random.Next(4) switch
            {
                0 =>
                -value,
                1 => Math.BitIncrement(value),
                2 => Math.BitDecrement(value),
                _ => value
            };
        }

        ShouldBeTheSame(block);
    }

    [Fact]
    public void Deserialize_CountsThatAreNotTheLengths_AreKept()
    {
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Small);
        block.Counts = new BlockCounts(-1, int.MaxValue, 3, 0, 9);

        ShouldBeTheSame(block);
    }

    [Fact]
    public void Deserialize_IndentedReorderedAndEscaped_GivesTheSameBlock()
    {
        CDataBlock target = Read("""
            { "SampleRate" : 3e4, "Unknown": {"a": [1, {"b": null}], "c": "\u00e9\n"},
              "ServoData": [ { "ChannelId": 7, "Datas": [ {"Sensors": [1, -2.5e-1], "Count": 5, "\u0043ommand": 1E2, "Output": "NaN"} ], "x": true } ],
              "BitIn": [true, false, true], "FirstSampleIndex": -9223372036854775808 }
            """);

        BlockChannel channel = target.Channel(BlockGroup.Servo, 0);
        (channel.Id, channel.PointCount, channel.SensorCount, target.SampleRateHz).ShouldBe((7, 1, 2, 30000));
        (channel.ActiveCtrl[0], channel.Command[0], channel.Count[0], channel.Sensor(0)[0], channel.Sensor(1)[0])
            .ShouldBe((0, 100, 5, 1, -0.25));
        double.IsNaN(channel.Output[0]).ShouldBeTrue();
        (target.Bit(BitGroup.In, 0), target.Bit(BitGroup.In, 1), target.Bit(BitGroup.In, 2))
            .ShouldBe((true, false, true));
        (target.FirstSampleIndex, target.IsPresent(BlockGroup.Temp), target.IsPresent(BitGroup.Out)).ShouldBe(
            (long.MinValue, false, false));
    }

    [Fact]
    public void Deserialize_EmptyObject_HasNoGroups() =>
        BlockEquality.Difference(Read("{}"), new CDataBlock(BlockLayout.Empty)).ShouldBeNull();

    [Theory]
    [InlineData("0.1")]
    [InlineData("123456789012345678901234567890")]
    [InlineData("9007199254740993")]
    [InlineData("9007199254740993.0000000000000000001")]
    [InlineData("0.000000000000000000000000000000000000000000012345678901234567890")]
    [InlineData("1.7976931348623157e308")]
    [InlineData("4.9e-324")]
    [InlineData("1e-400")]
    [InlineData("-0.0")]
    [InlineData("179769313486231570000000000000000000000e270")]
    [InlineData("8.5e22")]
    [InlineData("0.3e-22")]
    public void Deserialize_AnyNumber_IsTheNearestDouble(string text) => BitConverter.DoubleToInt64Bits(
            Read(
                $$"""{"ServoData":[{"Datas":[{"Sensors":[],"Command":{{text}}}]}]}""").Channel(BlockGroup.Servo, 0).Command[0])
        .ShouldBe(
            BitConverter.DoubleToInt64Bits(double.Parse(text, System.Globalization.CultureInfo.InvariantCulture)));

    private static CDataBlock Read(string json)
    {
        var target = new CDataBlock(BlockLayout.Empty);
        Serializer.Deserialize(Encoding.UTF8.GetBytes(json), target).ToString().ShouldStartWith("ok");
        return target;
    }

    private static void ShouldBeTheSame(CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        Serializer.Serialize(block, output);
        Encoding.UTF8
            .GetString(output.WrittenSpan)
            .ShouldBe(JsonSerializer.Serialize(RowConversion.ToRows(block), Options));
        var target = new CDataBlock(BlockLayout.Empty);

        Serializer.Deserialize(output.WrittenSpan, target).ShouldBe(DecodeOutcome.Done(output.WrittenCount));

        EdgeBlocks.ReplacePayloads(block);
        BlockEquality.Difference(target, block).ShouldBeNull();
    }
}
