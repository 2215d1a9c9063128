using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Rows;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Rows;

public sealed class RowsVectorTests
{
    private static readonly RowsSerializer Serializer = new();

    public static TheoryData<string> Formula => new("rows-small", "rows-counts", "rows-reference");

    [Theory]
    [MemberData(nameof(Formula))]
    public void Serialize_FormulaBlock_WritesTheGoldenBytes(string vector) =>
        Write(BlockOf(vector)).ShouldBe(Golden.Read(vector));

    [Theory]
    [MemberData(nameof(Formula))]
    public void Deserialize_GoldenBytes_GivesTheFormulaBlock(string vector)
    {
        var target = new CDataBlock(BlockLayout.Empty);

        Serializer.Deserialize(Golden.Read(vector), target).IsOk.ShouldBeTrue();

        BlockEquality.Difference(target, BlockOf(vector)).ShouldBeNull();
    }

    [Fact]
    public void Serialize_BlockWithoutAnything_WritesRowsEmpty() =>
        Write(new CDataBlock(BlockLayout.Empty)).ShouldBe(Golden.Read("rows-empty"));

    [Fact]
    public void Deserialize_RowsEmpty_LeavesEveryGroupAbsent()
    {
        CDataBlock target = BlockOf("rows-small");

        Serializer.Deserialize(Golden.Read("rows-empty"), target).IsOk.ShouldBeTrue();

        BlockEquality.Difference(target, new CDataBlock(BlockLayout.Empty)).ShouldBeNull();
    }

    [Fact]
    public void Deserialize_RowsEdge_IsRagged()
    {
        var roomy = new CDataBlock(new BlockLayout([new ChannelShape(2, 14)], [], [], 0, 3));

        DecodeOutcome outcome = Serializer.Deserialize(Golden.Read("rows-edge"), roomy);

        outcome.Status.ShouldBe(DecodeStatus.Ragged);
        outcome.Path.ToString().ShouldBe("servo[0].datas[1].sensors");
        (outcome.Offset, outcome.Value).ShouldBe((0xC1, 0));
        roomy.IsValid.ShouldBeFalse();
    }

    [Fact]
    public void Deserialize_CountsThatAreNotTheLengths_AreKept()
    {
        CDataBlock block = BlockOf("rows-small");
        block.Counts = new BlockCounts(-1, int.MaxValue, 3, 0, 9);
        var target = new CDataBlock(BlockLayout.Empty);

        Serializer.Deserialize(Write(block), target).IsOk.ShouldBeTrue();

        target.Counts.ShouldBe(block.Counts);
    }

    private static CDataBlock BlockOf(string vector) => ReferenceBlocks.Create(vector switch
    {
        "rows-small" => ReferenceBlocks.Small,
        "rows-counts" => ReferenceBlocks.Counts,
        _ => ReferenceBlocks.Reference,
    });

    private static byte[] Write(CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        Serializer.Serialize(block, output);
        return output.WrittenSpan.ToArray();
    }
}
