using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Protobuf;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Protobuf;

/// <summary>Documents by hand; field 15 at their end is the version.</summary>
public sealed class ProtobufRefusalTests
{
    private const string End = "7801";
    private const string One = "000000000000F03F";

    [Theory]
    [InlineData("", "Truncated at byte 0, version: expected the version, the last field, found the end of the input")]
    [InlineData("7802", "UnsupportedVersion at byte 1, version: expected the format version 1, found version 2")]
    [InlineData(
        "08010801" + End, "LengthMismatch at byte 3, block: expected each field once, found again field 1")]
    [InlineData(
        "0A00" + End,
        "TypeMismatch at byte 1, firstSampleIndex: expected an int64, found a length-delimited field")]
    [InlineData(
        "11" + "000000000000F0BF" + End,
        "OutOfRange at byte 1, sampleRateHz: expected a rate within the limits, or 0, found a rate outside")]
    [InlineData("1A05" + End, "Truncated at byte 1, servo: expected a message, found the end of the input")]
    [InlineData("1801" + End, "TypeMismatch at byte 1, servo: expected a message, found a varint")]
    [InlineData(
        "4300" + End,
        "UnsupportedEncoding at byte 1, block: expected a field of the message, or its end, found a group")]
    [InlineData(
        "08FFFFFFFFFFFFFFFFFFFF7F" + End,
        "OutOfRange at byte 1, firstSampleIndex: expected an int64, found a value outside")]
    [InlineData(
        "1A070A05" + "10FFFFFF7F" + End,
        "LimitExceeded at byte 9, servo[0].pointCount: expected points, columns and values within the limits, "
            + "found points 268435455")]
    [InlineData(
        "1A0D0A0B1001" + "1A0700000000000000" + End,
        "LengthMismatch at byte 7, servo[0].activeCtrl: expected values of 8 bytes, as many as points, found bytes 7")]
    [InlineData(
        "3205080912010000" + End,
        "LengthMismatch at byte 2, bitIn: expected a byte for each 8 bits, found bytes 1")]
    [InlineData(
        "32050803120108" + End,
        "OutOfRange at byte 7, bitIn: expected 0 in the unused bits, found a byte 8")]
    [InlineData(
        "3203088120" + End,
        "LengthMismatch at byte 2, bitIn: expected a byte for each 8 bits, found bytes 0")]
    [InlineData(End + "00", "TrailingBytes at byte 2, block: expected the end of the input, found bytes more: 1")]
    public void Deserialize_BadDocument_ReportsWhatWhereWhy(string hex, string message) =>
        Decode(hex).ToString().ShouldBe("protobuf: " + message);

    [Theory]
    [InlineData("packed", "2A10" + One + One, "ok")]
    [InlineData("one by one", "29" + One + "29" + One, "ok")]
    [InlineData("in pieces", "2A08" + One + "29" + One, "ok")]
    [InlineData("one for all", "2A08" + One, "ok")]
    [InlineData("too many", "2A18" + One + One + One, "LengthMismatch servo[0].command")]
    [InlineData("none", "", "LengthMismatch servo[0].command")]
    [InlineData("of another type", "2801", "TypeMismatch servo[0].command")]
    public void Deserialize_Column_IsReadOrRefused(string form, string command, string expected)
    {
        string channel = "1002" + "1A08" + "0000000000000000" + "2208" + "0000000000000000" + command + "3208" + One;
        string group = "0A" + Length(channel) + channel;

        DecodeOutcome outcome = Decode("1A" + Length(group) + group + End);

        (outcome.IsOk ? "ok" : $"{outcome.Status} {outcome.Path}").ShouldBe(expected, form);
    }

    [Fact]
    public void Deserialize_UnknownFields_AreSkipped() => Decode("4001" + "4A0100" + "51" + One + "5D00000000" + End)
        .IsOk.ShouldBeTrue();

    [Theory]
    [InlineData("1AFFFFFFFF0F")]
    [InlineData("1AFFFFFFFFFFFFFFFFFF01")]
    [InlineData("2A040A0212FF")]
    [InlineData("1A070A0510FFFFFF7F")]
    public void Deserialize_GiantLengths_DoNotAllocate(string hex)
    {
        byte[] bytes = Convert.FromHexString(hex + End);
        var target = new CDataBlock(BlockLayout.Empty);
        ProtobufSerializer serializer = new();

        serializer.Deserialize(bytes, target).IsOk.ShouldBeFalse();

        target.Layout.ShouldBeSameAs(BlockLayout.Empty);
        Allocation.OfWarm(() => serializer.Deserialize(bytes, target)).ShouldBeLessThan(Allocation.Runs * 400);
    }

    private static string Length(string hex) => (hex.Length / 2).ToString("X2");

    private static DecodeOutcome Decode(string hex)
    {
        byte[] bytes = Convert.FromHexString(hex);
        var roomy = new CDataBlock(
            new BlockLayout([new ChannelShape(8, 2)], [new ChannelShape(8, 2)], [new ChannelShape(8)], 16, 16));
        DecodeOutcome outcome = new ProtobufSerializer().Deserialize(bytes, roomy);
        roomy.IsValid.ShouldBe(outcome.IsOk);
        return outcome;
    }
}
