using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Cbor;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Cbor;

/// <summary>
/// Documents by hand: the head [1, 0, 1.0, and what follows. A channel has 2 points; its columns are given.
/// </summary>
public sealed class CborRefusalTests
{
    private const string Head = "880100FB3FF0000000000000";
    private const string Rest = "F6F6F6F6";
    private const string One = "FB3FF0000000000000";
    private const string TwoFloats = "D85650000000000000F03F000000000000F03F";
    private const string TwoInts = "D84F5005000000000000000600000000000000";

    [Theory]
    [InlineData(
        "880200FB3FF0000000000000F6F6F6F6F6",
        "UnsupportedVersion at byte 1, version: expected the format version 1, found version 2")]
    [InlineData(
        "870100FB3FF0000000000000F6F6F6F6", "LengthMismatch at byte 0, block: expected an array of 8, found items 7")]
    [InlineData("A0", "TypeMismatch at byte 0, block: expected an array of 8, found map")]
    [InlineData("9F01", "UnsupportedEncoding at byte 0, block: expected an array of 8, found an indefinite length")]
    [InlineData(
        "D9D9F7880100FB3FF0000000000000", "TypeMismatch at byte 0, block: expected an array of 8, found tag")]
    [InlineData(Head + "01", "TypeMismatch at byte 12, servo: expected nil or an array of channels, found integer")]
    [InlineData(
        Head + "8185",
        "Truncated at byte 13, servo[0]: expected a channel: an array of 6 or more, found the end of the input")]
    [InlineData(
        Head + "F6F6F682094100", "LengthMismatch at byte 17, bitIn: expected a byte for each 8 bits, found bytes 1")]
    [InlineData(
        Head + "F6F6F682034108F6", "OutOfRange at byte 18, bitIn: expected 0 in the unused bits, found a byte 8")]
    [InlineData(
        Head + "F6F6F6821910015801",
        "LimitExceeded at byte 19, bitIn: expected bits within the limit, found bits 4097")]
    [InlineData(
        Head + "F6F681821A80000000",
        "OutOfRange at byte 16, ad[0].channelId: expected an int32, found a value outside")]
    [InlineData(
        Head + "F6F6818200" + One + "F6F6",
        "TypeMismatch at byte 17, ad[0].values: expected tag 86, or an array of numbers, found float")]
    [InlineData(
        Head + "F6F6818200D8564800000000000000",
        "Truncated at byte 17, ad[0].values: expected tag 86, or an array of numbers, found the end of the input")]
    [InlineData(
        Head + "F6F6818200D852480000000000000000F6F6",
        "UnsupportedEncoding at byte 17, ad[0].values: expected tag 86, float64 little-endian, found tag 82")]
    [InlineData(
        Head + "F6F6818200D85647000000000000F6F600",
        "LengthMismatch at byte 17, ad[0].values: expected 8 bytes for each point, found bytes 7")]
    public void Deserialize_BadDocument_ReportsWhatWhereWhy(string hex, string message) =>
        Decode(hex).ToString().ShouldBe("cbor: " + message);

    [Theory]
    [InlineData("0000", TwoFloats, "ok")]
    [InlineData("1A00000000" + "1800", TwoFloats, "ok")]
    [InlineData("82000100", "82FA3FC0000001", "ok")]
    [InlineData("0000", "82F93E0020", "ok")]
    [InlineData("0000", "823BFFFFFFFFFFFFFFFF00", "OutOfRange servo[0].command[0]")]
    [InlineData("0000", "821B0020000000000001" + "00", "OutOfRange servo[0].command[0]")]
    [InlineData(TwoInts + TwoInts, TwoFloats, "ok")]
    [InlineData("00" + TwoFloats, TwoFloats, "UnsupportedEncoding servo[0].count")]
    [InlineData("0000", TwoInts, "UnsupportedEncoding servo[0].command")]
    [InlineData("00" + "D84F480500000000000000", TwoFloats, "LengthMismatch servo[0].count")]
    [InlineData("00" + "D84F05", TwoFloats, "TypeMismatch servo[0].count")]
    [InlineData("00" + "D84F5F", TwoFloats, "UnsupportedEncoding servo[0].count")]
    [InlineData("198000" + "00", TwoFloats, "OutOfRange servo[0].activeCtrl")]
    [InlineData("8200198000" + "00", TwoFloats, "OutOfRange servo[0].activeCtrl[1]")]
    [InlineData(
        "D84F5000000000000000000080000000000000" + "00", TwoFloats, "OutOfRange servo[0].activeCtrl[1]")]
    [InlineData("00" + One, TwoFloats, "TypeMismatch servo[0].count")]
    [InlineData("00" + "83000000", TwoFloats, "LengthMismatch servo[0].count")]
    [InlineData("00" + "3BFFFFFFFFFFFFFFFF", TwoFloats, "OutOfRange servo[0].count")]
    [InlineData("00" + "3B7FFFFFFFFFFFFFFF", TwoFloats, "ok")]
    [InlineData("0000", "81" + One, "LengthMismatch servo[0].command")]
    [InlineData("0000", "8200F5", "TypeMismatch servo[0].command[1]")]
    [InlineData("0000", "82001C", "UnsupportedEncoding servo[0].command[1]")]
    public void Deserialize_ColumnForm_IsReadOrRefused(string ints, string command, string expected)
    {
        DecodeOutcome outcome = Decode(Head + "81870002" + ints + command + One + One + Rest);

        (outcome.IsOk ? "ok" : $"{outcome.Status} {outcome.Path}").ShouldBe(expected);
    }

    [Theory]
    [InlineData("9AFFFFFFFF")]
    [InlineData("9BFFFFFFFFFFFFFFFF")]
    [InlineData("8187001A7FFFFFFF0000")]
    [InlineData("8187000AD84F5BFFFFFFFFFFFFFFFF")]
    [InlineData("8187000A009B7FFFFFFFFFFFFFFF")]
    public void Deserialize_GiantLengths_DoNotAllocate(string tail)
    {
        byte[] bytes = Convert.FromHexString(Head + tail);
        var target = new CDataBlock(BlockLayout.Empty);
        CborSerializer serializer = new();

        serializer.Deserialize(bytes, target).IsOk.ShouldBeFalse();

        target.Layout.ShouldBeSameAs(BlockLayout.Empty);
        Allocation.OfWarm(() => serializer.Deserialize(bytes, target)).ShouldBeLessThan(Allocation.Runs * 400);
    }

    private static DecodeOutcome Decode(string hex)
    {
        byte[] bytes = Convert.FromHexString(hex);
        var roomy = new CDataBlock(
            new BlockLayout([new ChannelShape(8, 2)], [new ChannelShape(8, 2)], [new ChannelShape(8)], 16, 16));
        DecodeOutcome outcome = new CborSerializer().Deserialize(bytes, roomy);
        roomy.IsValid.ShouldBe(outcome.IsOk);
        return outcome;
    }
}
