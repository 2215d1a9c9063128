using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Tests.Runtime.Checksums;

public class Crc32CTests
{
    [Fact]
    public void Compute_CheckString_IsThePublishedValue() => Crc32C.Compute("123456789"u8).ShouldBe(0xE3069283);

    [Fact]
    public void Compute_Nothing_IsZero() => Crc32C.Compute([]).ShouldBe(0u);

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1024)]
    [InlineData(3071)]
    [InlineData(3072)]
    [InlineData(3073)]
    [InlineData(9999)]
    [InlineData(127_467)]
    public void Compute_AnyLength_EqualsTheBitwiseDefinition(int length)
    {
        byte[] data = new byte[length];
        new Random(length).NextBytes(data);
        Crc32C.Compute(data).ShouldBe(Bitwise(data));
    }

    [Fact]
    public void Append_SplitAnywhere_EqualsTheWhole()
    {
        byte[] data = new byte[7000];
        new Random(1).NextBytes(data);
        uint whole = Crc32C.Compute(data);
        for (int split = 0; split <= data.Length; split += 7)
            Crc32C.Append(Crc32C.Compute(data.AsSpan(0, split)), data.AsSpan(split)).ShouldBe(whole);
    }

    // The definition: polynomial 1EDC6F41 reflected, one bit at a time.
    private static uint Bitwise(byte[] data)
    {
        uint register = uint.MaxValue;
        foreach (byte b in data)
        {
            register ^= b;
            for (int bit = 0; bit < 8; bit++)
                register = (register >> 1) ^ (0x82F63B78 & (0 - (register & 1)));
        }

        return ~register;
    }
}
