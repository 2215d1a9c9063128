using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;

namespace FuncLibs.Tests.Blocks.Serialization;

public sealed class SerializerRegistryTests
{
    private readonly SerializerRegistry _registry = BuiltInSerializers.CreateRegistry();

    [Fact]
    public void Names_BuiltIn_AreThoseOfTheWire() =>
        _registry.Names.ShouldBe(
            [
                "columns", "columns-raw", "columns-packed", "columns-auto", "rows", "rows-lz4array", "rows-lz4block",
                "columns-lz4array", "json", "cbor", "protobuf",
            ],
            ignoreOrder: true);

    [Fact]
    public void Create_UnknownName_IsNull() => _registry.Create("xml").ShouldBeNull();

    [Fact]
    public void CreateByContentType_Json_IsContent4() =>
        _registry.CreateByContentType("application/json")!.ContentId.ShouldBe((byte)4);

    [Fact]
    public void Deserialize_UnknownContent_IsAnOutcomeThatNamesIt()
    {
        SerializerSet set = _registry.CreateSet();

        DecodeOutcome outcome = set.Deserialize(42, [], new CDataBlock(BlockLayout.Empty));

        outcome.Status.ShouldBe(DecodeStatus.UnknownContent);
        outcome
            .ToString()
            .ShouldBe(
                "UnknownContent at byte 0, block: expected a content id that is registered here, found content 42");
        set.Supports(42).ShouldBeFalse();
    }

    [Fact]
    public void Add_TakenName_Throws() =>
        Should.Throw<ArgumentException>(
            () => _registry.Add(() => new FuncLibs.Blocks.Serialization.Rows.RowsSerializer()));

    [Fact]
    public void IsOk_DefaultOutcome_IsFalse() => default(DecodeOutcome).IsOk.ShouldBeFalse();
}
