using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Tests.Blocks.Tokens;

public sealed class MessagePackReaderTests
{
    public static TheoryData<string> Tokens => new(
        "C0", "C2", "05", "CC80", "CD0100", "CE00010000", "CF0000000100000000", "D0DF", "D1FF7F", "D2FFFF7FFF", "D3FFFFFFFF7FFFFFFF",
        "CA3FC00000", "CB3FF8000000000000", "A2C3A9", "D90141", "DA000141", "DB0000000141", "C40101", "C5000101", "C60000000101",
        "D40501", "D5050102", "D60501020304", "D7050102030405060708", "D80500000000000000000000000000000000", "C7010501", "C800010501",
        "C9000000010501", "9101", "DC000101", "DD0000000101", "81A16101", "DE0001A16101", "DF00000001A16101");

    [Theory]
    [MemberData(nameof(Tokens))]
    public void TrySkip_WholeToken_ReachesItsEnd(string hex)
    {
        var reader = new MessagePackReader(Convert.FromHexString(hex));

        reader.TrySkip(maxDepth: 2).ShouldBeTrue();

        reader.IsAtEnd.ShouldBeTrue();
    }

    [Theory]
    [MemberData(nameof(Tokens))]
    public void TrySkip_CutAtEveryByte_IsTruncatedAndStays(string hex)
    {
        byte[] bytes = Convert.FromHexString(hex);
        for (int length = 0; length < bytes.Length; length++)
        {
            var reader = new MessagePackReader(bytes.AsSpan(0, length));

            reader.TrySkip(maxDepth: 2).ShouldBeFalse();

            reader.Failure.ShouldBe(ReadFailure.Truncated, $"{length} bytes of {hex}");
            reader.Position.ShouldBe(0);
        }
    }

    [Fact]
    public void TrySkip_NeverUsedCode_IsRefused()
    {
        var reader = new MessagePackReader([0xC1, 0x00]);

        reader.TrySkip(maxDepth: 2).ShouldBeFalse();

        reader.Failure.ShouldBe(ReadFailure.TypeMismatch);
    }

    [Fact]
    public void TrySkip_DeeperThanAllowed_IsTooDeep()
    {
        byte[] nested = [.. Enumerable.Repeat((byte)0x91, 1_000_000), 0x00];
        var reader = new MessagePackReader(nested);

        reader.TrySkip(maxDepth: 8).ShouldBeFalse();

        reader.Failure.ShouldBe(ReadFailure.TooDeep);
        reader.Position.ShouldBe(0);
    }

    [Theory]
    [InlineData("DDFFFFFFFF")]
    [InlineData("DFFFFFFFFF")]
    [InlineData("DF8000000000000000")]
    [InlineData("DBFFFFFFFF")]
    [InlineData("C6FFFFFFFF")]
    [InlineData("C9FFFFFFFF05")]
    public void TrySkip_HugeDeclaredLength_IsTruncated(string hex)
    {
        var reader = new MessagePackReader(Convert.FromHexString(hex));

        reader.TrySkip(maxDepth: 8).ShouldBeFalse();

        reader.Failure.ShouldBe(ReadFailure.Truncated);
    }

    [Fact]
    public void TryRead_UInt64AboveInt64_IsOutOfRangeAsLong()
    {
        var reader = new MessagePackReader(Convert.FromHexString("CFFFFFFFFFFFFFFFFF"));

        reader.TryRead(out long _).ShouldBeFalse();
        reader.Failure.ShouldBe(ReadFailure.OutOfRange);
        reader.TryRead(out ulong value).ShouldBeTrue();
        value.ShouldBe(ulong.MaxValue);
    }

    [Fact]
    public void TryRead_NegativeAsUInt64_IsOutOfRangeAndStays()
    {
        var reader = new MessagePackReader([0xFF]);

        reader.TryRead(out ulong _).ShouldBeFalse();

        reader.Failure.ShouldBe(ReadFailure.OutOfRange);
        reader.Position.ShouldBe(0);
    }

    [Theory]
    [InlineData("CE00010000", 65536)]
    [InlineData("CA3FC00000", 1.5)]
    [InlineData("FF", -1)]
    [InlineData("CF0020000000000000", 9007199254740992)]
    [InlineData("CF8000000000000000", 9223372036854775808)]
    [InlineData("D38000000000000000", -9223372036854775808)]
    [InlineData("CFFFFFFFFFFFFFF800", 18446744073709549568)]
    public void TryRead_NumberThatIsExact_IsADouble(string hex, double expected)
    {
        var reader = new MessagePackReader(Convert.FromHexString(hex));

        reader.TryRead(out double value).ShouldBeTrue();

        value.ShouldBe(expected);
        reader.IsAtEnd.ShouldBeTrue();
    }

    [Theory]
    [InlineData("CF0020000000000001")]
    [InlineData("CF7FFFFFFFFFFFFFFF")]
    [InlineData("CFFFFFFFFFFFFFFFFF")]
    [InlineData("D3FFDFFFFFFFFFFFFF")]
    public void TryRead_IntThatIsNotExact_IsOutOfRangeAsDouble(string hex)
    {
        var reader = new MessagePackReader(Convert.FromHexString(hex));

        reader.TryRead(out double _).ShouldBeFalse();

        reader.Failure.ShouldBe(ReadFailure.OutOfRange);
        reader.Position.ShouldBe(0);
    }

    [Fact]
    public void TryTakeRaw_NegativeCount_IsRefused() =>
        new MessagePackReader([1, 2]).TryTakeRaw(-1, out _).ShouldBeFalse();

    [Fact]
    public void TryRead_StringLongerThanAllowed_IsOutOfRange()
    {
        var reader = new MessagePackReader([0xA3, 0x61, 0x62, 0x63]);

        reader.TryRead(out string _, maxBytes: 2).ShouldBeFalse();

        reader.Failure.ShouldBe(ReadFailure.OutOfRange);
    }

    [Fact]
    public void WriteArrayHeader_NegativeCount_Throws() => Should.Throw<ArgumentOutOfRangeException>(() =>
    {
        var writer = new MessagePackWriter(new System.Buffers.ArrayBufferWriter<byte>());
        writer.WriteArrayHeader(-1);
    });
}
