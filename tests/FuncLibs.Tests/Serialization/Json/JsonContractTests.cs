using FuncLibs.Blocks;
using FuncLibs.Serialization;
using FuncLibs.Serialization.Json;

namespace FuncLibs.Tests.Serialization.Json;

public sealed class JsonContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => new JsonBlockSerializer(limits);

    protected override bool KeepsNaNPayloads => false;
}
