using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>Changed documents reach a reader's branch only when a seed comes near it:
/// every form of the wire is in one that decodes.</summary>
public sealed class SeedsTests
{
    private static readonly string[] Forms =
    [
        "ext 20", "ext 22 method 0", "ext 22 method 1",
        .. Enumerable.Range(0, 6).Select(method => $"ext 21 method {method}"),
        .. from method in (int[])[1, 2]
           from scale in (string[])["0", "decimal", "254", "255"]
           from exceptions in (string[])["", " exceptions"]
           select $"ext 21 method {method} scale {scale}{exceptions}",
    ];

    public static TheoryData<int> ByHand => [.. Enumerable.Range(0, ColumnForms.Documents.Count)];

    [Theory]
    [InlineData("columns")]
    [InlineData("columns-raw")]
    [InlineData("columns-packed")]
    [InlineData("columns-auto")]
    [InlineData("columns-lz4array")]
    public void Of_Columns_HoldsEveryMethodOfExt21And22(string name) =>
        Forms.Except(Good(name).SelectMany(FormScan.Of)).ShouldBeEmpty();

    [Theory]
    [InlineData("rows-lz4array")]
    [InlineData("rows-lz4block")]
    [InlineData("columns-lz4array")]
    public void Of_Wrapped_HoldsBothWrappings(string name) =>
        ((string[])["ext 98", "ext 99"]).Except(Good(name).SelectMany(FormScan.Of)).ShouldBeEmpty();

    [Fact]
    public void Of_Json_HoldsManyDocuments() => Good("json").Count(seed => seed[0] == '{').ShouldBeGreaterThan(20);

    [Theory]
    [MemberData(nameof(ByHand))]
    public void ColumnForms_Each_Decodes(int index)
    {
        var target = new CDataBlock(BlockLayout.Empty);

        DecodeOutcome outcome =
            BuiltInSerializers.CreateRegistry().Create("columns")!.Deserialize(ColumnForms.Documents[index], target);

        outcome.IsOk.ShouldBeTrue(outcome.ToString());
    }

    // Small ones only: the fuzzer takes a large seed once in a while.
    private static IEnumerable<byte[]> Good(string name)
    {
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create(name)!;
        var target = new CDataBlock(BlockLayout.Empty);
        return Seeds
            .Of(serializer)
            .Where(seed => seed.Length <= Seeds.SmallBytes && serializer.Deserialize(seed, target).IsOk);
    }
}
