using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Lz4;

namespace FuncLibs.Tests.Blocks.Serialization.Lz4;

public sealed class Lz4RowsBlockContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => Lz4Serializer.RowsBlock(limits);
}
