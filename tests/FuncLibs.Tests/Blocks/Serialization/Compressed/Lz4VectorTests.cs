using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Compressed;
using FuncLibs.Blocks.Serialization.Rows;
using FuncLibs.Blocks.Tokens;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Compressed;

/// <summary>What the MessagePack library for C# compressed.</summary>
public sealed class Lz4VectorTests
{
    public static TheoryData<string> Blocks =>
        new(
            "rows-small.ext98",
            "rows-small.ext99",
            "rows-counts.ext98",
            "rows-counts.ext99",
            "rows-reference.ext98",
            "rows-reference.ext99");

    [Theory]
    [MemberData(nameof(Blocks))]
    public void Deserialize_CompressedByTheLibrary_GivesThePlainBlock(string vector)
    {
        byte[] bytes = Golden.Read(vector);
        var plain = new CDataBlock(BlockLayout.Empty);
        var target = new CDataBlock(BlockLayout.Empty);
        new RowsSerializer().Deserialize(Golden.Read(vector.Split('.')[0]), plain).IsOk.ShouldBeTrue();

        Lz4Serializer.RowsArray().Deserialize(bytes, target).ShouldBe(DecodeOutcome.Done(bytes.Length));

        BlockEquality.Difference(target, plain).ShouldBeNull();
    }

    [Theory]
    [InlineData("rows-empty.ext98")]
    [InlineData("rows-empty.ext99")]
    public void Deserialize_LeftPlainByTheLibrary_LeavesEveryGroupAbsent(string vector)
    {
        CDataBlock target = ReferenceBlocks.Create(ReferenceBlocks.Small);

        Lz4Serializer.RowsBlock().Deserialize(Golden.Read(vector), target).IsOk.ShouldBeTrue();

        BlockEquality.Difference(target, new CDataBlock(BlockLayout.Empty)).ShouldBeNull();
    }

    [Theory]
    [InlineData("rows-edge.ext98")]
    [InlineData("rows-edge.ext99")]
    public void Deserialize_RowsEdge_IsRaggedInsideTheDocument(string vector)
    {
        DecodeOutcome outcome =
            Lz4Serializer.RowsArray().Deserialize(Golden.Read(vector), new CDataBlock(BlockLayout.Empty));

        outcome.Status.ShouldBe(DecodeStatus.Ragged);
        outcome
            .ToString()
            .ShouldStartWith("rows inside rows-lz4array: Ragged at byte 193, servo[0].datas[1].sensors: expected");
    }

    [Fact]
    public void Serialize_Reference_IsWrappedAsTheLibraryDoes()
    {
        var tokens = new MessagePackReader(Write(Lz4Serializer.RowsArray(), ReferenceBlocks.Reference));

        tokens.TryReadArrayHeader(out int items).ShouldBeTrue();
        tokens.TryReadExt(out sbyte type, out ReadOnlySpan<byte> lengths).ShouldBeTrue();
        (items, type).ShouldBe((5, (sbyte)98));
        lengths.ToArray().ShouldBe([0xCD, 0x80, 0, 0xCD, 0x80, 0, 0xCD, 0x80, 0, 0xCD, 0x7D, 0x91]);
        for (int block = 0; block < items - 1; block++)
        {
            tokens.NextCode.ShouldBe(MessagePackCode.Bin32);
            tokens.TryReadBin(out _).ShouldBeTrue();
        }

        tokens.IsAtEnd.ShouldBeTrue();
    }

    [Fact]
    public void Serialize_ReferenceAsOneBlock_IsWrappedAsTheLibraryDoes()
    {
        var tokens = new MessagePackReader(Write(Lz4Serializer.RowsBlock(), ReferenceBlocks.Reference));

        tokens.TryReadExt(out sbyte type, out ReadOnlySpan<byte> body).ShouldBeTrue();

        type.ShouldBe((sbyte)99);
        body[..5].ToArray().ShouldBe([0xD2, 0x00, 0x01, 0xFD, 0x91]);
        tokens.IsAtEnd.ShouldBeTrue();
    }

    [Fact]
    public void Serialize_Under64Bytes_StaysPlain()
    {
        var output = new ArrayBufferWriter<byte>();

        Lz4Serializer.RowsArray().Serialize(new CDataBlock(BlockLayout.Empty), output);

        output.WrittenSpan.ToArray().ShouldBe(Golden.Read("rows-empty"));
    }

    private static byte[] Write(Lz4Serializer serializer, ReferenceShape shape)
    {
        var output = new ArrayBufferWriter<byte>();
        serializer.Serialize(ReferenceBlocks.Create(shape), output);
        return output.WrittenSpan.ToArray();
    }
}
