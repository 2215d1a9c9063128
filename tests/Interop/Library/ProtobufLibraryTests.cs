using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization.Protobuf;
using FuncLibs.Messaging.Publishing;
using Google.Protobuf;
using Testing;
using Messages = Telemetry;

namespace Interop.Library;

/// <summary>Google.Protobuf at the other end, with the classes that protoc makes of our schema.</summary>
public sealed class ProtobufLibraryTests
{
    private const int RandomSeeds = 30;

    [Fact]
    public void Library_BlocksThatWeWrote_AreWrittenAsTheSameBytesAgain()
    {
        foreach (byte[] written in Blocks().Select(Write))
            Messages.CDataBlock.Parser.ParseFrom(written).ToByteArray().ShouldBe(written);
    }

    [Fact]
    public void Library_BlocksThatWeWrote_HaveTheirValues()
    {
        foreach (CDataBlock block in Blocks())
            ShouldHaveTheValues(Messages.CDataBlock.Parser.ParseFrom(Write(block)), block);
    }

    [Fact]
    public void Library_BlockWithFieldsOfALaterSchema_IsReadWithoutThem()
    {
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Small);
        byte[] later = [0xA2, 0x06, 0x02, 0x08, 0x01, .. Write(block)];
        var target = new CDataBlock(BlockLayout.Empty);

        new ProtobufSerializer().Deserialize(later, target).IsOk.ShouldBeTrue();

        BlockEquality.Difference(target, block).ShouldBeNull();
    }

    [Fact]
    public void Library_SmallBlock_IsTheGoldenBytes() =>
        Messages.CDataBlock.Parser
            .ParseFrom(Write(ReferenceBlocks.Create(ReferenceBlocks.Small)))
            .ToByteArray()
            .ShouldBe(File.ReadAllBytes(
                Repository.PathOf("tests", "FuncLibs.Tests", "Vectors", "protobuf-small.bin")));

    private static IEnumerable<CDataBlock> Blocks() =>
    [
        ReferenceBlocks.Create(ReferenceBlocks.Reference),
        .. Enumerable.Range(0, RandomSeeds).Select(RandomBlocks.Create),
    ];

    private static byte[] Write(CDataBlock block)
    {
        PayloadBuffer payload = new();
        new ProtobufSerializer().Serialize(block, payload);
        return payload.Written.ToArray();
    }

    private static void ShouldHaveTheValues(Messages.CDataBlock found, CDataBlock block)
    {
        found.FirstSampleIndex.ShouldBe(block.FirstSampleIndex);
        found.SampleRateHz.ShouldBe(block.SampleRateHz);
        ShouldHaveTheValues(found.Servo, block, BlockGroup.Servo);
        ShouldHaveTheValues(found.Temp, block, BlockGroup.Temp);
        (found.Ad is not null).ShouldBe(block.IsPresent(BlockGroup.AD));
        for (int c = 0; c < block.ChannelCount(BlockGroup.AD); c++)
        {
            BlockChannel channel = block.Channel(BlockGroup.AD, c);
            found.Ad!.Channels[c].ChannelId.ShouldBe(channel.Id);
            Bits(found.Ad.Channels[c].Values).ShouldBe(Bits(channel.Values.ToArray()));
        }
    }

    private static void ShouldHaveTheValues(Messages.ChannelGroup? found, CDataBlock block, BlockGroup group)
    {
        (found is not null).ShouldBe(block.IsPresent(group));
        (found?.Channels.Count ?? 0).ShouldBe(block.ChannelCount(group));
        for (int c = 0; c < block.ChannelCount(group); c++)
        {
            BlockChannel channel = block.Channel(group, c);
            Messages.Channel one = found!.Channels[c];
            (one.ChannelId, one.PointCount).ShouldBe((channel.Id, (uint)channel.PointCount));
            (one.Count.Count == 1 ? Enumerable.Repeat(one.Count[0], channel.PointCount) : one.Count)
                .ShouldBe(channel.Count.ToArray());
            Bits(one.Command).ShouldBe(Bits(channel.Command.ToArray()));
            Bits(one.Output).ShouldBe(Bits(channel.Output.ToArray()));
            one.Sensors.Count.ShouldBe(channel.SensorCount);
            for (int s = 0; s < channel.SensorCount; s++)
                Bits(one.Sensors[s].Values).ShouldBe(Bits(channel.Sensor(s).ToArray()));
        }
    }

    // NaN is not equal to itself, its bits are.
    private static long[] Bits(IEnumerable<double> values) => [.. values.Select(BitConverter.DoubleToInt64Bits)];
}
