using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization.BuiltIn;
using MessagePack;
using Testing;

namespace Interop.Library;

/// <summary>MessagePack for C# at the other end: its standard options, classes of another program.</summary>
public sealed class MessagePackLibraryTests
{
    private static readonly MessagePackSerializerOptions Standard = MessagePackSerializerOptions.Standard;

    public static TheoryData<string, MessagePackCompression> RowFormats => new()
    {
        { "rows", MessagePackCompression.None },
        { "rows-lz4array", MessagePackCompression.Lz4BlockArray },
        { "rows-lz4block", MessagePackCompression.Lz4Block },
    };

    [Theory]
    [MemberData(nameof(RowFormats))]
    public void Library_RowsThatWeWrote_AreTheBlock(string format, MessagePackCompression compression)
    {
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);

        byte[] written = Write(format, block);
        ForeignRows rows =
            MessagePackSerializer.Deserialize<ForeignRows>(written, Standard.WithCompression(compression));

        rows.FirstSampleIndex.ShouldBe(block.FirstSampleIndex);
        rows.SampleRate.ShouldBe(block.SampleRateHz);
        for (int c = 0; c < rows.Servo!.Length; c++)
        {
            BlockChannel channel = block.Channel(BlockGroup.Servo, c);
            rows.Servo[c].Id.ShouldBe(channel.Id);
            rows.Servo[c].Points!.Select(point => point.Command).ShouldBe(channel.Command.ToArray());
            rows.Servo[c].Points!.Select(point => point.Count).ShouldBe(channel.Count.ToArray());
            rows.Servo[c].Points!
                .Select(point => point.Sensors![^1])
                .ShouldBe(channel.Sensor(channel.SensorCount - 1).ToArray());
        }

        rows.Analogue![^1].Values.ShouldBe(block.Channel(BlockGroup.AD, rows.Analogue.Length - 1).Values.ToArray());
    }

    [Theory]
    [MemberData(nameof(RowFormats))]
    public void Library_RowsThatItWrote_AreTheBlockAgain(string format, MessagePackCompression compression)
    {
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        ForeignRows rows = MessagePackSerializer.Deserialize<ForeignRows>(Write("rows", block), Standard);
        var target = new CDataBlock(BlockLayout.Empty);

        byte[] written = MessagePackSerializer.Serialize(rows, Standard.WithCompression(compression));

        BuiltInSerializers.CreateRegistry().Create(format)!.Deserialize(written, target).IsOk.ShouldBeTrue();
        BlockEquality.Difference(target, block).ShouldBeNull();
    }

    [Fact]
    public void Library_PlainRowsThatItWrote_HaveOurBytes()
    {
        byte[] ours = Write("rows", ReferenceBlocks.Create(ReferenceBlocks.Reference));

        MessagePackSerializer
            .Serialize(MessagePackSerializer.Deserialize<ForeignRows>(ours, Standard), Standard)
            .ShouldBe(ours);
    }

    // Its own tokens, one by one: no formatter of ours has a part in it.
    [Theory]
    [InlineData("columns", MessagePackCompression.None)]
    [InlineData("columns-lz4array", MessagePackCompression.Lz4BlockArray)]
    public void Library_ColumnsThatItCopied_AreTheBlock(string format, MessagePackCompression compression)
    {
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        var target = new CDataBlock(BlockLayout.Empty);

        object copy =
            MessagePackSerializer.Deserialize<object>(Write(format, block), Standard.WithCompression(compression));
        byte[] written = MessagePackSerializer.Serialize(copy, Standard.WithCompression(compression));

        BuiltInSerializers.CreateRegistry().Create(format)!.Deserialize(written, target).IsOk.ShouldBeTrue();
        BlockEquality.Difference(target, block).ShouldBeNull();
    }

    [Theory]
    [InlineData("columns")]
    [InlineData("columns-raw")]
    [InlineData("columns-packed")]
    [InlineData("columns-auto")]
    public void Resolver_EveryFormOfContent1_IsTheBlock(string format)
    {
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);

        CDataBlock read = MessagePackSerializer.Deserialize<CDataBlock>(Write(format, block), BlockResolver.Options);

        BlockEquality.Difference(read, block).ShouldBeNull();
        MessagePackSerializer.Serialize(read, BlockResolver.Options).ShouldBe(Write("columns", block));
    }

    private static byte[] Write(string format, CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        BuiltInSerializers.CreateRegistry().Create(format)!.Serialize(block, output);
        return output.WrittenSpan.ToArray();
    }
}
