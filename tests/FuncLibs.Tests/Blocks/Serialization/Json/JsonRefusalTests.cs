using System.Text;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Json;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Json;

public sealed class JsonRefusalTests
{
    [Theory]
    [InlineData("[]", "TypeMismatch at byte 0, block: expected the object of a block, found array")]
    [InlineData("null", "TypeMismatch at byte 0, block: expected the object of a block, found null")]
    [InlineData(" ", "Truncated at byte 1, block: expected the object of a block, found the end of the input")]
    [InlineData("}", "Malformed at byte 0, block: expected the object of a block, found byte 125")]
    [InlineData(
        """{"ServoData":7}""", "TypeMismatch at byte 13, servo: expected null or an array of channels, found number")]
    [InlineData(
        """{"ServoData":[null]}""", "TypeMismatch at byte 14, servo[0]: expected the object of a channel, found null")]
    [InlineData(
        """{"ServoData":[{}]}""",
        "TypeMismatch at byte 16, servo[0].datas: expected an array of points, found no such member")]
    [InlineData(
        """{"ServoData":[{"Datas":null}]}""",
        "TypeMismatch at byte 23, servo[0].datas: expected an array of points, found null")]
    [InlineData(
        """{"TempData":[{"Datas":[{}]}]}""",
        "TypeMismatch at byte 25, temp[0].datas[0].sensors: expected an array of sensor values, found no such member")]
    [InlineData(
        """{"TempData":[{"Datas":[{"Command":true}]}]}""",
        "TypeMismatch at byte 34, temp[0].datas[0].command: expected a number, or NaN, Infinity or -Infinity as a "
            + "string, found bool")]
    [InlineData(
        """{"TempData":[{"Datas":[{"Output":"inf"}]}]}""",
        "TypeMismatch at byte 33, temp[0].datas[0].output: expected a number, or NaN, Infinity or -Infinity as a "
            + "string, found another string")]
    [InlineData(
        """{"TempData":[{"Datas":[{"ActiveCtrl":32768}]}]}""",
        "OutOfRange at byte 37, temp[0].datas[0].activeCtrl: expected an int16, found a value outside")]
    [InlineData(
        """{"TempData":[{"Datas":[{"Count":1.5}]}]}""",
        "TypeMismatch at byte 32, temp[0].datas[0].count: expected an int64, found a number with fraction or exponent")]
    [InlineData(
        """{"TempData":[{"Datas":[{"Sensors":[1]},{"Sensors":[1,2]}]}]}""",
        "Ragged at byte 50, temp[0].datas[1].sensors: expected as many sensors as the first point has, found "
            + "sensors 2")]
    [InlineData(
        """{"ADData":[{"Datas":[1,"x"]}]}""",
        "TypeMismatch at byte 23, ad[0].datas[1]: expected a number, or NaN, Infinity or -Infinity as a string, found "
            + "another string")]
    [InlineData("""{"BitIn":[1]}""", "TypeMismatch at byte 10, bitIn[0]: expected a bool, found number")]
    [InlineData(
        """{"FirstSampleIndex":9223372036854775808}""",
        "OutOfRange at byte 20, firstSampleIndex: expected an int64, found a value outside")]
    [InlineData(
        """{"ServoChCount":2147483648}""",
        "OutOfRange at byte 16, servoChCount: expected an int32, found a value outside")]
    [InlineData(
        """{"SampleRate":1e999}""",
        "OutOfRange at byte 14, sampleRate: expected a number within float64, found a larger one")]
    [InlineData(
        """{"SampleRate":1,"SampleRate":1}""",
        "Malformed at byte 16, block: expected each member once, found it again")]
    [InlineData(
        """{"SampleRate":01}""",
        "Malformed at byte 15, sampleRate: expected a number, or NaN, Infinity or -Infinity as a string, found byte "
            + "49")]
    [InlineData(
        """{"SampleRate":1.}""",
        "Malformed at byte 16, sampleRate: expected a number, or NaN, Infinity or -Infinity as a string, found byte "
            + "125")]
    [InlineData(
        """{"SampleRate":-}""",
        "Malformed at byte 15, sampleRate: expected a number, or NaN, Infinity or -Infinity as a string, found byte "
            + "125")]
    [InlineData(
        """{"SampleRate":1e+}""",
        "Malformed at byte 17, sampleRate: expected a number, or NaN, Infinity or -Infinity as a string, found byte "
            + "125")]
    [InlineData(
        """{"SampleRate":1,}""",
        "Malformed at byte 16, block: expected a member, or the end of the object, found byte 125")]
    [InlineData(
        """{"SampleRate" 1}""",
        "TypeMismatch at byte 14, block: expected a member, or the end of the object, found number")]
    [InlineData(
        """{"BitIn":[true,]}""",
        "Malformed at byte 15, bitIn[0]: expected a bool, or the end of the array, found byte 93")]
    [InlineData(
        """{"BitIn":[true false]}""",
        "TypeMismatch at byte 15, bitIn[0]: expected a bool, or the end of the array, found bool")]
    [InlineData("""{"BitIn":[trux]}""", "Malformed at byte 13, bitIn[0]: expected a bool, found byte 120")]
    [InlineData("""{"x":"\q"}""", "Malformed at byte 6, block: expected a JSON value, found byte 92")]
    [InlineData("""{"x":"\u12g4"}""", "Malformed at byte 6, block: expected a JSON value, found byte 92")]
    [InlineData("{\"x\":\"\n\"}", "Malformed at byte 6, block: expected a JSON value, found byte 10")]
    [InlineData(
        """{"x":[[[[[[[[1]]]]]]]]}""",
        "LimitExceeded at byte 12, block: expected objects and arrays within the depth limit, found one more inside")]
    [InlineData("{} {}", "TrailingBytes at byte 3, block: expected the end of the input, found bytes more: 2")]
    public void Deserialize_BadDocument_ReportsWhatWhereWhy(string json, string message) =>
        Decode(Encoding.UTF8.GetBytes(json)).ToString().ShouldBe("json: " + message);

    [Fact]
    public void Deserialize_InvalidUtf8InAString_IsMalformed() =>
        Decode([.. "{\"x\":\""u8, 0xC3, 0x28, .. "\"}"u8]).Status.ShouldBe(DecodeStatus.Malformed);

    [Fact]
    public void Deserialize_ByteOrderMark_IsMalformed() =>
        Decode([0xEF, 0xBB, 0xBF, .. "{}"u8]).Status.ShouldBe(DecodeStatus.Malformed);

    [Fact]
    public void Deserialize_DepthBomb_IsRefusedAtTheLimit()
    {
        byte[] bomb = [.. "{\"x\":"u8, .. Enumerable.Repeat((byte)'[', 1_000_000)];

        Decode(bomb)
            .ToString()
            .ShouldBe(
                "json: LimitExceeded at byte 12, block: expected objects and arrays within the depth limit, found one "
                    + "more inside");
    }

    [Fact]
    public void Deserialize_NumberOfAMillionDigits_IsAnOutcomeOrTheNearest()
    {
        byte[] bytes = [.. "{\"SampleRate\":0."u8, .. Enumerable.Repeat((byte)'1', 1_000_000), (byte)'}'];
        var target = new CDataBlock(BlockLayout.Empty);

        new JsonBlockSerializer().Deserialize(bytes, target).IsOk.ShouldBeTrue();

        target.SampleRateHz.ShouldBe(1.0 / 9, 1e-16);
    }

    [Fact]
    public void Deserialize_RefusedDocument_DoesNotAllocate()
    {
        byte[] bytes = Encoding.UTF8.GetBytes("""{"FirstSampleIndex":1,"SampleRate":"fast"}""");
        var target = new CDataBlock(BlockLayout.Empty);
        var serializer = new JsonBlockSerializer();

        Allocation.OfWarm(() => serializer.Deserialize(bytes, target)).ShouldBe(0);
    }

    private static DecodeOutcome Decode(byte[] bytes)
    {
        var target = new CDataBlock(BlockLayout.Empty);
        DecodeOutcome outcome = new JsonBlockSerializer().Deserialize(bytes, target);
        target.IsValid.ShouldBeFalse();
        return outcome;
    }
}
