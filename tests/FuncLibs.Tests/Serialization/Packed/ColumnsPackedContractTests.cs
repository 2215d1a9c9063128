using FuncLibs.Blocks;
using FuncLibs.Serialization;
using FuncLibs.Serialization.Columns;

namespace FuncLibs.Tests.Serialization.Packed;

public sealed class ColumnsPackedContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => ColumnsSerializer.Packed(limits);
}
