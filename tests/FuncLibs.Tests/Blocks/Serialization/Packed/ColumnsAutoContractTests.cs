using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Columns;

namespace FuncLibs.Tests.Blocks.Serialization.Packed;

public sealed class ColumnsAutoContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => ColumnsSerializer.Auto(limits);
}
