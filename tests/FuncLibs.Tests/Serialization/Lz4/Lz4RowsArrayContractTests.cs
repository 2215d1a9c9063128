using FuncLibs.Blocks;
using FuncLibs.Serialization;
using FuncLibs.Serialization.Lz4;

namespace FuncLibs.Tests.Serialization.Lz4;

public sealed class Lz4RowsArrayContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => Lz4Serializer.RowsArray(limits);
}
