using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Columns;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Columns;

/// <summary>
/// Documents by hand: the head [1, 0, 1.0, and what follows. CH is one servo channel of 2 points up to its columns.
/// </summary>
public sealed class ColumnsRefusalTests
{
    private const string Head = "980100CB3FF0000000000000";
    private const string Rest = "C0C0C0C0";
    private const string One = "CB3FF0000000000000";
    private const string TwoFloats = "92" + One + One;

    [Theory]
    [InlineData(
        "980200CB3FF0000000000000C0C0C0C0C0",
        "UnsupportedVersion at byte 1, version: expected the format version 1, found version 2")]
    [InlineData(
        "970100CB3FF0000000000000C0C0C0C0", "LengthMismatch at byte 0, block: expected an array of 8, found items 7")]
    [InlineData("80", "TypeMismatch at byte 0, block: expected an array of 8, found map")]
    [InlineData(Head + "01", "TypeMismatch at byte 12, servo: expected nil or an array of channels, found int")]
    [InlineData(
        Head + "9195",
        "Truncated at byte 13, servo[0]: expected a channel: an array of 6 or more, found the end of the input")]
    [InlineData(
        Head + "C0C0C09209C4014900",
        "LengthMismatch at byte 17, bitIn: expected a byte for each 8 bits, found bytes 1")]
    [InlineData(
        Head + "C0C0C09203C40108C0", "OutOfRange at byte 19, bitIn: expected 0 in the unused bits, found a byte 8")]
    [InlineData(
        Head + "C0C0C092CD1001C401",
        "LimitExceeded at byte 19, bitIn: expected bits within the limit, found bits 4097")]
    [InlineData(
        Head + "C0C09192CE80000000",
        "OutOfRange at byte 16, ad[0].channelId: expected an int32, found a value outside")]
    [InlineData(
        Head + "C0C0919200" + One + "C0C0",
        "TypeMismatch at byte 17, ad[0].values: expected an array of float64, ext 20 or ext 21, found float64")]
    public void Deserialize_BadDocument_ReportsWhatWhereWhy(string hex, string message) =>
        Decode(hex).ToString().ShouldBe("columns: " + message);

    [Theory]
    [InlineData("0000", TwoFloats, "ok")]
    [InlineData("92000100", "92CA3FC0000001", "ok")]
    [InlineData("00C71814" + "0100000002000000" + "05000000000000000600000000000000", TwoFloats, null)]
    [InlineData("00C71816" + "0100000002000000" + "05000000000000000600000000000000", TwoFloats, "ok")]
    [InlineData("00C71816" + "0101000002000000" + "01000000" + "020000000500000000000000", TwoFloats, "ok")]
    [InlineData(
        "00C71816" + "0101000002000000" + "01000000" + "030000000500000000000000",
        TwoFloats,
        "LengthMismatch servo[0].count[0]")]
    [InlineData(
        "00C71816" + "0101000002000000" + "01000000" + "010000000500000000000000",
        TwoFloats,
        "LengthMismatch servo[0].count")]
    [InlineData(
        "00C71816" + "0101000002000000" + "02000000" + "020000000500000000000000",
        TwoFloats,
        "LengthMismatch servo[0].count")]
    [InlineData(
        "00C71816" + "0102000002000000" + "01000000" + "020000000500000000000000",
        TwoFloats,
        "UnsupportedEncoding servo[0].count")]
    [InlineData(
        "00C71816" + "0100000003000000" + "05000000000000000600000000000000",
        TwoFloats,
        "LengthMismatch servo[0].count")]
    [InlineData("CD800000", TwoFloats, "OutOfRange servo[0].activeCtrl")]
    [InlineData("9200CD800000", TwoFloats, "OutOfRange servo[0].activeCtrl[1]")]
    [InlineData(
        "C71816" + "0100000002000000" + "00000000000000000080000000000000" + "00",
        TwoFloats,
        "OutOfRange servo[0].activeCtrl[1]")]
    [InlineData("00" + One, TwoFloats, "TypeMismatch servo[0].count")]
    [InlineData("0093000000", TwoFloats, "LengthMismatch servo[0].count")]
    [InlineData("0000", "91" + One, "LengthMismatch servo[0].command")]
    [InlineData("0000", "9200CF0020000000000001", "OutOfRange servo[0].command[1]")]
    [InlineData("0000", "9200A0", "TypeMismatch servo[0].command[1]")]
    [InlineData("0000", "C71814" + "0100000000000000" + "00000000000000000000000000000000", "ok")]
    [InlineData(
        "0000",
        "C71814" + "0100000000000001" + "00000000000000000000000000000000",
        "UnsupportedEncoding servo[0].command")]
    [InlineData(
        "0000",
        "C71814" + "0200000000000000" + "00000000000000000000000000000000",
        "UnsupportedEncoding servo[0].command")]
    [InlineData("0000", "D81401000000000000000000000000000000", "LengthMismatch servo[0].command")]
    [InlineData("0000", "D81501000000000000000000000000000000", "LengthMismatch servo[0].command")]
    [InlineData("0000", "D815010000000200000000000000000000F0", "ok")]
    [InlineData("0000", "D41400", "LengthMismatch servo[0].command")]
    public void Deserialize_ColumnForm_IsReadOrRefused(string ints, string command, string? expected)
    {
        DecodeOutcome outcome = Decode(Head + "91970002" + ints + command + One + One + Rest);

        (outcome.IsOk
            ? "ok"
            : $"{outcome.Status} {outcome.Path}").ShouldBe(expected ?? "UnsupportedEncoding servo[0].count");
    }

    [Fact]
    public void Deserialize_UnknownPackedMethod_NamesItsExt() =>
        Decode(Head + "919700020000D81501060000020000000000000000000000" + One + One + Rest).ToString()
            .ShouldContain(
                "UnsupportedEncoding at byte 21, servo[0].command: expected method 0 to 5 of ext 21, found method 6");

    [Theory]
    [InlineData("DDFFFFFFFF")]
    [InlineData("9197007FDD7FFFFFFF")]
    [InlineData("919700CE7FFFFFFF0000")]
    [InlineData("9197000A00C9FFFFFFFF4A")]
    [InlineData("DC7FFF")]
    public void Deserialize_GiantLengths_DoNotAllocate(string tail)
    {
        byte[] bytes = Convert.FromHexString(Head + tail);
        var target = new CDataBlock(BlockLayout.Empty);
        ColumnsSerializer serializer = ColumnsSerializer.Standard();

        serializer.Deserialize(bytes, target).IsOk.ShouldBeFalse();

        target.Layout.ShouldBeSameAs(BlockLayout.Empty);
        Allocation.OfWarm(() => serializer.Deserialize(bytes, target)).ShouldBeLessThan(Allocation.Runs * 400);
    }

    private static DecodeOutcome Decode(string hex)
    {
        byte[] bytes = Convert.FromHexString(hex);
        var roomy = new CDataBlock(
            new BlockLayout([new ChannelShape(8, 2)], [new ChannelShape(8, 2)], [new ChannelShape(8)], 16, 16));
        DecodeOutcome outcome = ColumnsSerializer.Standard().Deserialize(bytes, roomy);
        roomy.IsValid.ShouldBe(outcome.IsOk);
        return outcome;
    }
}
