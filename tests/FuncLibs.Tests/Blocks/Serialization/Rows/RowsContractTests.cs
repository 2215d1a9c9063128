using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Rows;

namespace FuncLibs.Tests.Blocks.Serialization.Rows;

public sealed class RowsContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => new RowsSerializer(limits);
}
