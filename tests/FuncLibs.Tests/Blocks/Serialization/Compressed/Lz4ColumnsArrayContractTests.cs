using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Compressed;

namespace FuncLibs.Tests.Blocks.Serialization.Compressed;

public sealed class Lz4ColumnsArrayContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => Lz4Serializer.ColumnsArray(limits);
}
