using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Compressed;

namespace FuncLibs.Tests.Blocks.Serialization.Compressed;

public sealed class Lz4RowsBlockContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => Lz4Serializer.RowsBlock(limits);
}
