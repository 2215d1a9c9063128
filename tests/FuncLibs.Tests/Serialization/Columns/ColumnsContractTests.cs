using FuncLibs.Blocks;
using FuncLibs.Serialization;
using FuncLibs.Serialization.Columns;

namespace FuncLibs.Tests.Serialization.Columns;

public sealed class ColumnsContractTests : BlockSerializerContract
{
    protected override IBlockSerializer Create(BlockLimits? limits = null) => ColumnsSerializer.Standard(limits);
}
