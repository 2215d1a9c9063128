using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Blocks.Serialization.Columns;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Columns;

public sealed class ColumnsVectorTests
{
    private const FloatForm A = FloatForm.Array;
    private const FloatForm R = FloatForm.Raw;
    private const FloatForm S = FloatForm.Single;

    public static TheoryData<string, string> FormulaVectors => new()
    {
        { "columns-small", "columns" },
        { "columns-small-raw", "columns-raw" },
        { "columns-reference", "columns" },
        { "columns-reference-raw", "columns-raw" },
    };

    [Theory]
    [MemberData(nameof(FormulaVectors))]
    public void Serialize_FormulaBlock_WritesTheGoldenBytes(string vector, string name) =>
        Write(Named(name), ReferenceBlocks.Create(ShapeOf(vector))).ShouldBe(Golden.Read(vector));

    [Theory]
    [MemberData(nameof(FormulaVectors))]
    public void Deserialize_GoldenBytes_GivesTheFormulaBlock(string vector, string name) =>
        BlockEquality.Difference(Read(Named(name), vector), ReferenceBlocks.Create(ShapeOf(vector))).ShouldBeNull();

    [Fact]
    public void Serialize_WithAFormForEachColumn_WritesColumnsMixed()
    {
        IBlockSerializer serializer = ColumnsSerializer.PerColumn([A, A, R, A, A, R, A, A, R, A, A, R, S, A, R]);

        Write(serializer, MixedBlock()).ShouldBe(Golden.Read("columns-mixed"));
    }

    [Fact]
    public void Deserialize_ColumnsMixed_GivesTheFormulaBlock() =>
        BlockEquality.Difference(Read(ColumnsSerializer.Standard(), "columns-mixed"), MixedBlock()).ShouldBeNull();

    [Fact]
    public void Serialize_ColumnsEdge_WritesTheGoldenBytes() =>
        Write(ColumnsSerializer.PerColumn([A, R, S]), EdgeBlocks.Columns()).ShouldBe(Golden.Read("columns-edge"));

    [Fact]
    public void Deserialize_ColumnsEdge_KeepsEveryBit() =>
        BlockEquality.Difference(Read(ColumnsSerializer.Raw(), "columns-edge"), EdgeBlocks.Columns()).ShouldBeNull();

    // Made by other software with ext 72, which releases up to 0.1.0 wrote.
    [Theory]
    [InlineData("columns-small-raw")]
    [InlineData("columns-mixed")]
    [InlineData("columns-edge")]
    public void Deserialize_BytesOfRelease010_AreReadAsTodays(string vector) =>
        BlockEquality.Difference(
            Read(ColumnsSerializer.Raw(), vector + "-ext72"), Read(ColumnsSerializer.Raw(), vector)).ShouldBeNull();

    [Fact]
    public void Serialize_BlockWithoutGroups_WritesColumnsNone() =>
        Write(
            ColumnsSerializer.Standard(),
            new CDataBlock(BlockLayout.Empty) { SampleRateHz = 1 }).ShouldBe(Golden.Read("columns-none"));

    [Fact]
    public void Deserialize_ColumnsNone_LeavesEveryGroupAbsent() =>
        BlockEquality
            .Difference(
                Read(ColumnsSerializer.Standard(), "columns-none"),
                new CDataBlock(BlockLayout.Empty) { SampleRateHz = 1 })
            .ShouldBeNull();

    private static CDataBlock MixedBlock() => ReferenceBlocks.Create(ReferenceBlocks.Mixed);

    private static ReferenceShape ShapeOf(string vector) =>
        vector.Contains("small", StringComparison.Ordinal) ? ReferenceBlocks.Small : ReferenceBlocks.Reference;

    private static IBlockSerializer Named(string name) =>
        BuiltInSerializers.CreateRegistry().Create(name).ShouldNotBeNull();

    private static byte[] Write(IBlockSerializer serializer, CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        serializer.Serialize(block, output);
        return output.WrittenSpan.ToArray();
    }

    private static CDataBlock Read(IBlockSerializer serializer, string vector)
    {
        byte[] bytes = Golden.Read(vector);
        var target = new CDataBlock(BlockLayout.Empty);
        serializer.Deserialize(bytes, target).ShouldBe(DecodeOutcome.Done(bytes.Length));
        return target;
    }
}
