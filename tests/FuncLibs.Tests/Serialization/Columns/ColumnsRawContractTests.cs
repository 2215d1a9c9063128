using FuncLibs.Blocks;
using FuncLibs.Serialization;
using FuncLibs.Serialization.Columns;

namespace FuncLibs.Tests.Serialization.Columns;

public sealed class ColumnsRawContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => ColumnsSerializer.Raw(limits);
}
