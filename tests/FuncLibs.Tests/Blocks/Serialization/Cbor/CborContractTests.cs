using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Cbor;

namespace FuncLibs.Tests.Blocks.Serialization.Cbor;

public sealed class CborContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => new CborSerializer(limits);
}
