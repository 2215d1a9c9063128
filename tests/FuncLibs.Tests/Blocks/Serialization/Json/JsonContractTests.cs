using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Json;

namespace FuncLibs.Tests.Blocks.Serialization.Json;

public sealed class JsonContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => new JsonBlockSerializer(limits);

    protected override bool KeepsNaNPayloads => false;
}
