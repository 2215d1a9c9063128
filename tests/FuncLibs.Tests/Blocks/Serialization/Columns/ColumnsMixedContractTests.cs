using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Columns;

namespace FuncLibs.Tests.Blocks.Serialization.Columns;

public sealed class ColumnsMixedContractTests : BlockSerializerContract
{
    private static readonly FloatForm[] Forms = [.. Enumerable.Range(0, 200).Select(i => (FloatForm)(i % 3))];

    protected override IBlockSerializer Create(BlockLimits? limits = null) =>
        ColumnsSerializer.PerColumn(Forms, limits);
}
