using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Rows;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Serialization.Compressed;
using MessagePack;
using MessagePack.Resolvers;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.BuiltIn;

public sealed class BlockResolverTests
{
    private const int LittleMemory = 64 * 1024;
    private const byte Nil = 0xC0;

    private static readonly MessagePackSerializerOptions Options = BlockResolver.Options;

    public static TheoryData<string> Columns =>
    [
        "columns-small", "columns-small-raw", "columns-small-raw-ext72", "columns-mixed", "columns-mixed-ext72",
        "columns-edge",
        "columns-edge-ext72", "columns-none", "columns-reference", "columns-reference-raw",
    ];

    [Fact]
    public void Serialize_Block_IsContent1() =>
        MessagePackSerializer
            .Serialize(ReferenceBlocks.Create(ReferenceBlocks.Small), Options)
            .ShouldBe(Golden.Read("columns-small"));

    [Fact]
    public void Serialize_ToBuffer_AppendsTheSameBytes()
    {
        var output = new ArrayBufferWriter<byte>();
        MessagePackSerializer.Serialize(output, ReferenceBlocks.Create(ReferenceBlocks.Reference), Options);

        output.WrittenSpan.ToArray().ShouldBe(Golden.Read("columns-reference"));
    }

    [Theory]
    [MemberData(nameof(Columns))]
    public void Deserialize_EveryFormOfContent1_GivesTheBlockOfTheBlockFormat(string vector)
    {
        byte[] bytes = Golden.Read(vector);
        var expected = new CDataBlock(BlockLayout.Empty);
        ColumnsSerializer.Standard().Deserialize(bytes, expected).IsOk.ShouldBeTrue();

        CDataBlock block = MessagePackSerializer.Deserialize<CDataBlock>(bytes, Options);

        BlockEquality.Difference(block, expected).ShouldBeNull();
        block.IsValid.ShouldBeTrue();
    }

    [Theory]
    [InlineData("columns-packed")]
    [InlineData("columns-auto")]
    public void Deserialize_PackedColumns_GivesTheBlockBack(string format)
    {
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        var output = new ArrayBufferWriter<byte>();
        BuiltInSerializers.CreateRegistry().Create(format)!.Serialize(block, output);

        CDataBlock read = MessagePackSerializer.Deserialize<CDataBlock>(output.WrittenMemory, Options);

        BlockEquality.Difference(read, block).ShouldBeNull();
    }

    [Fact]
    public void Deserialize_BlockInSegments_GivesItBack()
    {
        ReadOnlySequence<byte> segments = Segments.Of(Golden.Read("columns-small"), 11);

        CDataBlock block = MessagePackSerializer.Deserialize<CDataBlock>(segments, Options);

        BlockEquality.Difference(block, ReferenceBlocks.Create(ReferenceBlocks.Small)).ShouldBeNull();
    }

    [Theory]
    [InlineData(MessagePackCompression.Lz4BlockArray)]
    [InlineData(MessagePackCompression.Lz4Block)]
    public void SerializeInLz4_Block_IsReadByContent7AndBack(MessagePackCompression compression)
    {
        MessagePackSerializerOptions compressed = Options.WithCompression(compression);
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        var target = new CDataBlock(BlockLayout.Empty);
        var output = new ArrayBufferWriter<byte>();

        Lz4Serializer.ColumnsArray().Deserialize(
            MessagePackSerializer.Serialize(block, compressed), target).IsOk.ShouldBeTrue();
        Lz4Serializer.ColumnsArray().Serialize(block, output);
        CDataBlock read = MessagePackSerializer.Deserialize<CDataBlock>(output.WrittenMemory, compressed);

        BlockEquality.Difference(target, block).ShouldBeNull();
        BlockEquality.Difference(read, block).ShouldBeNull();
    }

    [Fact]
    public void SerializeAndDeserialize_BlockInATypeOfOnesOwn_GiveItBack()
    {
        var written =
            new Specimen { Name = "A-17", First = ReferenceBlocks.Create(ReferenceBlocks.Small), Second = null };

        Specimen read =
            MessagePackSerializer.Deserialize<Specimen>(MessagePackSerializer.Serialize(written, Options), Options);

        (read.Name, read.Second).ShouldBe(("A-17", null));
        BlockEquality.Difference(read.First.ShouldNotBeNull(), written.First).ShouldBeNull();
    }

    [Fact]
    public void Serialize_Null_IsNil() => MessagePackSerializer.Serialize<CDataBlock?>(null, Options).ShouldBe([Nil]);

    [Fact]
    public void Deserialize_Nil_IsNull() =>
        MessagePackSerializer.Deserialize<CDataBlock?>(new[] { Nil }, Options).ShouldBeNull();

    [Fact]
    public void Deserialize_BadBytes_ThrowsWithThePlace()
    {
        byte[] bytes = Golden.Read("columns-small");
        bytes[1] = 9;

        ReasonOf<CDataBlock>(bytes).ShouldContain(
            "UnsupportedVersion at byte 1, version: expected the format version 1, found version 9");
    }

    [Fact]
    public void Deserialize_BlockAboveTheLimits_IsRefused()
    {
        var small = new BlockResolver(new BlockLimits { Channels = 1 });
        MessagePackSerializerOptions options =
            Options.WithResolver(CompositeResolver.Create(small, StandardResolver.Instance));

        byte[] bytes = Golden.Read("columns-small");
        Should.Throw<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<CDataBlock>(bytes, options))
            .InnerException!.Message.ShouldContain("LimitExceeded");
    }

    [Theory]
    [InlineData("columns-small")]
    [InlineData("columns-small-raw")]
    public void Deserialize_BlockCutAtEveryByte_Throws(string vector)
    {
        byte[] bytes = Golden.Read(vector);
        for (int length = 0; length < bytes.Length; length++)
            ReasonOf<CDataBlock>(bytes.AsMemory(0, length)).ShouldNotBeEmpty();
    }

    [Theory]
    [InlineData("rows-small")]
    [InlineData("rows-counts")]
    [InlineData("rows-reference")]
    [InlineData("rows-empty")]
    [InlineData("rows-edge")]
    public void Serialize_RowsThatWereRead_GivesTheGoldenBytes(string vector)
    {
        byte[] golden = Golden.Read(vector);

        MessagePackSerializer
            .Serialize(MessagePackSerializer.Deserialize<RowBlock>(golden, Options), Options)
            .ShouldBe(golden);
        MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<RowBlock>(golden)).ShouldBe(golden);
    }

    [Theory]
    [InlineData("rows-counts.ext98", MessagePackCompression.Lz4BlockArray)]
    [InlineData("rows-counts.ext99", MessagePackCompression.Lz4Block)]
    [InlineData("rows-reference.ext98", MessagePackCompression.Lz4BlockArray)]
    [InlineData("rows-reference.ext99", MessagePackCompression.Lz4Block)]
    [InlineData("rows-edge.ext98", MessagePackCompression.Lz4BlockArray)]
    [InlineData("rows-empty.ext99", MessagePackCompression.Lz4Block)]
    public void Deserialize_RowsInLz4_AreThoseOfThePlainDocument(string vector, MessagePackCompression compression)
    {
        RowBlock rows =
            MessagePackSerializer.Deserialize<RowBlock>(Golden.Read(vector), Options.WithCompression(compression));

        MessagePackSerializer
            .Serialize(rows, Options)
            .ShouldBe(Golden.Read(vector[..vector.IndexOf('.', StringComparison.Ordinal)]));
    }

    [Fact]
    public void Deserialize_RowsEdge_GivesTheValuesOfItsReadme()
    {
        RowBlock rows = MessagePackSerializer.Deserialize<RowBlock>(Golden.Read("rows-edge"), Options);

        SingleChDatas channel = rows.ServoData.ShouldHaveSingleItem();
        channel.ChannelId.ShouldBe(-1);
        CData first = channel.Datas![0];
        (first.ActiveCtrl, first.Output, first.Count).ShouldBe(
            (short.MinValue, double.PositiveInfinity, long.MinValue));
        BitConverter.DoubleToUInt64Bits(first.Command).ShouldBe(0xFFF8000000000000UL);
        first.Sensors!.Length.ShouldBe(14);
        BitConverter.DoubleToUInt64Bits(first.Sensors[7]).ShouldBe(0x7FF8DEADBEEF0001UL);
        channel.Datas[1].Sensors.ShouldBeEmpty();
        rows.TempData.ShouldBeEmpty();
        rows.ADData.ShouldBeNull();
        rows.BitIn.ShouldBeEmpty();
        rows.BitOut.ShouldBe([true, false, true]);
        (rows.FirstSampleIndex, rows.ServoChCount, rows.TempChCount, rows.ADCount, rows.InCount, rows.OutCount)
            .ShouldBe((long.MaxValue, int.MaxValue, int.MinValue, -1, 127, 128));
        BitConverter.DoubleToInt64Bits(rows.SampleRate).ShouldBe(long.MinValue);
    }

    [Fact]
    public void Deserialize_RowsCutAtEveryByte_Throws()
    {
        byte[] bytes = Golden.Read("rows-small");
        for (int length = 0; length < bytes.Length; length++)
            ReasonOf<RowBlock>(bytes.AsMemory(0, length)).ShouldNotBeEmpty();
    }

    [Fact]
    public void Deserialize_MoreMembersThanKnown_SkipsThem() =>
        MessagePackSerializer.Deserialize<SingleADDatas>(
            new byte[] { 0x93, 0x90, 0x07, 0xA1, 0x61 }, Options).ChannelId.ShouldBe(7);

    [Fact]
    public void Deserialize_ArrayThatItsBytesCannotHold_IsRefusedWithoutAllocating() =>
        RefusedWithoutAllocating<RowBlock>([0x91, 0xDD, 0x7F, 0xFF, 0xFF, 0xFF, 0xC0], Options);

    [Fact]
    public void Deserialize_Lz4ThatUnpacksToMoreThanTheLimit_IsRefusedWithoutAllocating() =>
        RefusedWithoutAllocating<RowBlock>(
        [0xC7, 8, 99, 0xD2, 0x7F, 0xFF, 0xFF, 0xFF, 0x10, 0x61, 0],
        Options.WithCompression(MessagePackCompression.Lz4Block));

    // A 13th member that is not known is skipped without recursion.
    [Fact]
    public void Deserialize_UnknownMemberOfAHundredThousandArrays_IsSkipped()
    {
        byte[] members = [.. Enumerable.Repeat(Nil, 5), .. Enumerable.Repeat((byte)0, 7)];
        byte[] deep = [0x9D, .. members, .. Enumerable.Repeat((byte)0x91, 100_000), Nil];

        MessagePackSerializer.Deserialize<RowBlock>(deep, Options).ServoData.ShouldBeNull();
    }

    [Fact]
    public void Deserialize_ObjectsDeeperThanTheLimit_AreRefused()
    {
        byte[] deep = [.. Enumerable.Repeat((byte)0x91, BlockResolver.MaxDepth + 1), Nil];

        MessagePackSerializer.Deserialize<Nest>(deep.AsMemory(1), Options).ShouldNotBeNull();
        ReasonOf<Nest>(deep).ShouldContain("depth");
    }

    [Fact]
    public void Deserialize_RandomMutations_ThrowNothingElse()
    {
        byte[] good = Golden.Read("rows-small");
        byte[] columns = Golden.Read("columns-small");
        var random = new Random(3);
        for (int i = 0; i < 4000; i++)
        {
            Tolerate<RowBlock>(Mutated(good, random));
            Tolerate<CDataBlock>(Mutated(columns, random));
        }
    }

    private static byte[] Mutated(byte[] good, Random random)
    {
        byte[] bad = [.. good];
        bad[random.Next(bad.Length)] = (byte)random.Next(256);
        bad[random.Next(bad.Length)] = (byte)random.Next(256);
        return bad;
    }

    private static void Tolerate<T>(byte[] bytes)
    {
        try
        {
            _ = MessagePackSerializer.Deserialize<T>(bytes, Options);
        }
        catch (MessagePackSerializationException)
        {
        }
    }

    private static void RefusedWithoutAllocating<T>(byte[] bytes, MessagePackSerializerOptions options)
    {
        Should.Throw<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(bytes, options));
        long before = GC.GetAllocatedBytesForCurrentThread();

        Should.Throw<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(bytes, options));

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(LittleMemory);
    }

    private static string ReasonOf<T>(ReadOnlyMemory<byte> bytes)
    {
        var thrown =
            Should.Throw<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(bytes, Options));
        return (thrown.InnerException ?? thrown).Message;
    }

    /// <summary>A type that holds itself.</summary>
    [MessagePackObject]
    public sealed class Nest
    {
        [Key(0)]
        public Nest? Inner { get; set; }
    }

    /// <summary>A type of a program of others, with blocks in it.</summary>
    [MessagePackObject]
    public sealed class Specimen
    {
        [Key(0)]
        public string? Name { get; set; }

        [Key(1)]
        public CDataBlock? First { get; set; }

        [Key(2)]
        public CDataBlock? Second { get; set; }
    }
}
