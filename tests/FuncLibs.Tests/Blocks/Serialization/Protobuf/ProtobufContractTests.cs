using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Protobuf;

namespace FuncLibs.Tests.Blocks.Serialization.Protobuf;

public sealed class ProtobufContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => new ProtobufSerializer(limits);
}
