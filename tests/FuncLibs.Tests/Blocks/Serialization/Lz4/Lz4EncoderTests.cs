using System.Buffers.Binary;
using FuncLibs.Blocks.Serialization.Lz4;
using K4os.Compression.LZ4;

namespace FuncLibs.Tests.Blocks.Serialization.Lz4;

/// <summary>Against the encoder of K4os.Compression.LZ4, whose bytes are those of liblz4.</summary>
public sealed class Lz4EncoderTests
{
    private const byte Untouched = 0xEE;
    private const int Margin = 64;

    // From the largest block of 16-bit positions to the smallest of 32-bit ones.
    private const int Border = 65_546;

    [Theory]
    [InlineData(1, 40)]
    [InlineData(13, 40)]
    [InlineData(400, 200)]
    [InlineData(32_768, 60)]
    [InlineData(Border - 20, 20)]
    [InlineData(150_000, 20)]
    public void Encode_AnyDocument_HasTheBytesOfLz4(int length, int documents)
    {
        var random = new Random(length);
        for (int i = 0; i < documents; i++)
        {
            byte[] source = Document(random, length + i);
            byte[] expected = new byte[Lz4Block.MaxBytes(source.Length)];
            int expectedLength = LZ4Codec.Encode(source, expected);
            byte[] target = new byte[expected.Length];

            int used = Lz4Encoder.Encode(source, target);

            target.AsSpan(0, used).SequenceEqual(expected.AsSpan(0, expectedLength))
                .ShouldBeTrue($"document {i} of {source.Length} bytes");
        }
    }

    [Theory]
    [InlineData(Border)]
    [InlineData(Border + 1)]
    public void Encode_AtTheBorderOfTheTables_HasTheBytesOfLz4(int length) =>
        Encode_AnyDocument_HasTheBytesOfLz4(length, 1);

    [Fact]
    public void Encode_TargetOfAnyLength_FitsOrIsZeroAndNothingBehindIsTouched()
    {
        var random = new Random(7);
        for (int i = 0; i < 2000; i++)
        {
            byte[] source = Document(random, random.Next(0, 600));
            int capacity = random.Next(0, source.Length + 20);
            byte[] expected = new byte[capacity];
            int expectedLength =
                source.Length == 0 ? Math.Min(1, capacity) : Math.Max(0, LZ4Codec.Encode(source, expected));
            byte[] target = new byte[capacity + Margin];
            target.AsSpan().Fill(Untouched);

            int used = Lz4Encoder.Encode(source, target.AsSpan(0, capacity));

            used.ShouldBe(expectedLength, $"document {i}: {source.Length} bytes into {capacity}");
            target.AsSpan(0, used).SequenceEqual(expected.AsSpan(0, used)).ShouldBeTrue($"document {i}");
            target.AsSpan(capacity).IndexOfAnyExcept(Untouched).ShouldBe(-1, $"document {i}");
        }
    }

    // Noise, few values, doubles as MessagePack has them, a pattern with errors, one value.
    private static byte[] Document(Random random, int length)
    {
        byte[] bytes = new byte[length];
        int kind = random.Next(5);
        for (int i = 0; i < length; i++)
        {
            bytes[i] = kind switch
            {
                0 => (byte)random.Next(256),
                1 => (byte)random.Next(3),
                2 => 0xCB,
                3 => (byte)((i % 37) + (random.Next(100) == 0 ? 1 : 0)),
                _ => 0,
            };
        }

        for (int i = 0; kind == 2 && i + 9 <= length; i += 9)
        {
            double value = Math.Round((100 * Math.Sin(i * 0.001)) + random.NextDouble(), 2);
            BinaryPrimitives.WriteDoubleBigEndian(bytes.AsSpan(i + 1), value);
        }

        return bytes;
    }
}
