using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Columns;

namespace FuncLibs.Tests.Blocks.Serialization.Columns;

public sealed class ColumnsContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => ColumnsSerializer.Standard(limits);
}
