using System.Text.Json;
using Benchmarks.Serialization.Data;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Rows;

namespace Benchmarks.Tests.Serialization.Data;

public sealed class BlockDataTests
{
    private const double Tolerance = 0.03;

    [Theory]
    [InlineData(DataKind.Decimals, 150_594)]
    [InlineData(DataKind.Adc, 256_126)]
    [InlineData(DataKind.Full, 319_084)]
    [InlineData(DataKind.Constant, 122_098)]
    public void Create_Reference_HasTheJsonSizeOfThePublishedFigures(DataKind kind, int bytes) =>
        ((double)JsonSize(kind, DataShape.Reference)).ShouldBe(bytes, bytes * Tolerance);

    [Fact]
    public void Create_Small_Is8800BytesOfJson() =>
        ((double)JsonSize(DataKind.Decimals, DataShape.Small)).ShouldBe(8_800, 8_800 * Tolerance);

    [Fact]
    public void Create_Large_Is170000BytesOfJson() =>
        ((double)JsonSize(DataKind.Decimals, DataShape.Large)).ShouldBe(170_000, 170_000 * Tolerance);

    [Fact]
    public void Create_Reference_Has13000FloatsAnd2200Integers() =>
        DataShape.Reference.Layout().ValueCount.ShouldBe(15_200);

    [Fact]
    public void Create_Twice_IsTheSameBlock() => BlockEquality
        .Difference(BlockData.Create(DataKind.Full, DataShape.Small), BlockData.Create(DataKind.Full, DataShape.Small))
        .ShouldBeNull();

    private static int JsonSize(DataKind kind, DataShape shape)
    {
        CDataBlock block = BlockData.Create(kind, shape);
        return JsonSerializer.SerializeToUtf8Bytes(RowConversion.ToRows(block)).Length;
    }
}
