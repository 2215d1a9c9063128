using FuncLibs.Blocks;
using FuncLibs.Serialization;
using FuncLibs.Serialization.Rows;

namespace FuncLibs.Tests.Serialization.Rows;

public sealed class RowsContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => new RowsSerializer(limits);
}
