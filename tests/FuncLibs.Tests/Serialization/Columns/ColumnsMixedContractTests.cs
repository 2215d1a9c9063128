using FuncLibs.Blocks;
using FuncLibs.Serialization;
using FuncLibs.Serialization.Columns;

namespace FuncLibs.Tests.Serialization.Columns;

public sealed class ColumnsMixedContractTests : BlockSerializerContract
{
    private static readonly FloatForm[] Forms = [.. Enumerable.Range(0, 200).Select(i => (FloatForm)(i % 3))];

    protected override IBlockSerializer Create(BlockLimits? limits = null) => ColumnsSerializer.PerColumn(Forms, limits);
}
