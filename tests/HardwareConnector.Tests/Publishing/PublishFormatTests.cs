using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Wire;
using TestFormats;

namespace HardwareConnector.Tests.Publishing;

public sealed class PublishFormatTests
{
    private const byte Columns = 1;

    [Theory]
    [InlineData("rows")]
    [InlineData("json")]
    [InlineData("cbor")]
    [InlineData("protobuf")]
    [InlineData("columns-lz4array")]
    public void Use_BetweenTwoBlocks_LosesAndRepeatsNone(string content)
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        IBlockSerializer next = BuiltInSerializers.CreateRegistry().Create(content)!;
        SerializerSet readers = BuiltInSerializers.CreateRegistry().CreateSet();
        CDataBlock block = new(BlockLayout.Empty);
        for (int i = 0; i < 20; i++)
        {
            if (i == 10)
                publisher.Loop.Format.Use(next);
            TestRig.Offer(publisher.Feed, i);

            FrameHeader header = publisher.Next(FrameKind.Data);

            (header.Sequence, header.Content).ShouldBe(((ulong)i + 1, i < 10 ? Columns : next.ContentId));
            readers.Deserialize(header.Content, publisher.Payload, block).IsOk.ShouldBeTrue();
            block.FirstSampleIndex.ShouldBe(i * TestRig.Points);
        }

        (publisher.Loop.Format.Name, publisher.Loop.Format.Changes).ShouldBe((content, 1));
    }

    public static TheoryData<IBlockSerializer, string> Faulty => new()
    {
        { new ThrowingFormat(), "format throwing failed on a block (this format is not finished); columns is used" },
        { new GrowingFormat(), "format growing failed on a block (it wrote more than 4194304 bytes for one block)" },
    };

    [Theory]
    [MemberData(nameof(Faulty))]
    public void Serialize_PlugInThatFails_PublishesTheBlockInColumnsAndSaysSo(IBlockSerializer format, string reason)
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        publisher.Loop.Format.Use(format);
        for (int i = 0; i < 3; i++)
        {
            TestRig.Offer(publisher.Feed, i);
            FrameHeader header = publisher.Next(FrameKind.Data);
            (header.Sequence, header.Content).ShouldBe(((ulong)i + 1, Columns));
        }

        publisher.Loop.Format.Name.ShouldBe("columns");
        publisher.Loop.Format.Failure!.Text.ShouldStartWith(reason);
        publisher.Loop.Format.ClearFailure();
        publisher.Loop.Format.Failure.ShouldBeNull();
    }
}
