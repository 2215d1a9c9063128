using FuncLibs.Blocks.Serialization;

namespace FuncLibs.Tests.Blocks.Serialization.Packed;

/// <summary>One false statement a line, in a golden body: what is changed, and what the reader says. The body begins at
/// byte 23 of the document.</summary>
public sealed class PackedRefusalTests
{
    private const int BodyAt = 23;
    private const string Path = "ad[0].values";

    [Theory]
    [InlineData("0-constant", 0, 2, "UnsupportedEncoding at byte 23", "version 1 of ext 21, found version 2")]
    [InlineData("0-constant", 1, 6, "UnsupportedEncoding at byte 24", "method 0 to 5 of ext 21, found method 6")]
    [InlineData(
        "0-constant", 2, 1, "UnsupportedEncoding at byte 25", "2 zero bytes in the header of ext 21, found bytes 1")]
    [InlineData("0-constant", 7, 1, "LimitExceeded", "points")]
    [InlineData("1-counts", 8, 53, "OutOfRange at byte 31", "a width of 0 to 52, found width 53")]
    [InlineData("1-counts", 8, 11, "LengthMismatch at byte 23", "as many bytes as by width, points and exceptions")]
    [InlineData(
        "1-counts",
        9,
        23,
        "OutOfRange at byte 32",
        "a scale of 0 to 22, or 254 or 255 with a normal factor, found scale 23")]
    [InlineData("1-counts", 9, 3, "LengthMismatch at byte 23", "as many bytes as by width, points and exceptions")]
    [InlineData("1-counts", 10, 1, "LengthMismatch at byte 23", "as many bytes as by width, points and exceptions")]
    [InlineData("1-counts", 18, 0x10, "OutOfRange at byte 35", "a base in ±2^51")]
    [InlineData("1-counts", 27, 0xBF, "OutOfRange at byte 32", "a normal factor")]
    [InlineData("1-counts", 27, 0x7F, "OutOfRange at byte 32", "a normal factor", 26, 0xFF)]
    [InlineData("1-counts", 27, 0x00, "OutOfRange at byte 32", "a normal factor", 26, 0x01)]
    [InlineData("1-counts", -1, 0xFF, "OutOfRange", "0 in the bits after the last field")]
    [InlineData(
        "1-hundredths", -1, 0x04, "OutOfRange at byte 48", "0 in the bits after the last field, found a byte 4")]
    [InlineData("1-exceptions", -10, 3, "OutOfRange", "ascending points of the column, found the exception 3")]
    [InlineData("1-exceptions", -10, 75, "OutOfRange", "ascending points of the column, found the exception 75")]
    [InlineData("1-exceptions", -9, 1, "OutOfRange", "ascending points of the column")]
    [InlineData("2-walk", 18, 0x06, "OutOfRange at byte 31", "integers that stay in ±2^51")]
    [InlineData("2-walk", 26, 0x10, "OutOfRange at byte 43", "a start in ±2^51")]
    [InlineData("3-shuffle", 8, 0xFF, "Malformed at byte 31", "an LZ4 block of 8 bytes for each point")]
    [InlineData("4-repeat", 8, 0x00, "OutOfRange at byte 31", "a change at the first point")]
    [InlineData("4-repeat", 9, 0xFF, "LengthMismatch at byte 41", "8 bytes for each change")]
    [InlineData("4-repeat", 17, 0xFF, "OutOfRange at byte 40", "0 in the bits after the last field")]
    [InlineData("5-trim", 8, 0, "OutOfRange at byte 31", "1 to 7 bytes a point and 7 zeros")]
    [InlineData("5-trim", 8, 8, "OutOfRange at byte 31", "1 to 7 bytes a point and 7 zeros")]
    [InlineData("5-trim", 9, 1, "OutOfRange at byte 31", "1 to 7 bytes a point and 7 zeros")]
    [InlineData("5-trim", 8, 1, "LengthMismatch at byte 23", "as many bytes as by points and their bytes")]
    public void Deserialize_OneWrongLength_IsRefusedAtItsPosition(
        string name, int at, byte value, string where, string what, int at2 = -1000, byte value2 = 0)
    {
        byte[] body = PackedGolden.Body(name);
        body[at < 0 ? body.Length + at : at] = value;
        if (at2 >= 0)
            body[at2] = value2;

        DecodeOutcome outcome = PackedDocument.Read(PackedDocument.Around(body), PackedGolden.Raw(name).Length, out _);

        outcome.ToString().ShouldStartWith("columns: " + where);
        outcome.ToString().ShouldContain(what);
        outcome.ToString().ShouldContain(Path);
    }

    [Theory]
    [InlineData("0-constant")]
    [InlineData("1-counts")]
    [InlineData("2-walk")]
    [InlineData("4-repeat")]
    [InlineData("5-trim")]
    public void Deserialize_OneByteMore_IsALengthMismatch(string name)
    {
        byte[] document = PackedDocument.Around([.. PackedGolden.Body(name), 0]);

        DecodeOutcome outcome = PackedDocument.Read(document, PackedGolden.Raw(name).Length, out _);

        outcome.Status.ShouldBe(DecodeStatus.LengthMismatch);
        outcome.Offset.ShouldBeGreaterThanOrEqualTo(BodyAt);
    }
}
