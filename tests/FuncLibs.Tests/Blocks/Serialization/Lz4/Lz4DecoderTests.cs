using FuncLibs.Blocks.Serialization.Lz4;
using K4os.Compression.LZ4;

namespace FuncLibs.Tests.Blocks.Serialization.Lz4;

/// <summary>Against the decoder of K4os.Compression.LZ4, which is LZ4_decompress_safe.</summary>
public sealed class Lz4DecoderTests
{
    private const int Damages = 20_000;

    [Fact]
    public void Decode_DamagedBlock_IsRefusedOrReadAsLz4Does()
    {
        var random = new Random(11);
        int refused = 0;
        for (int i = 0; i < Damages; i++)
        {
            byte[] block = Damaged(random, out int length);
            byte[] expected = new byte[length];
            int expectedLength = LZ4Codec.Decode(block, expected);
            byte[] target = new byte[length];

            int used = Lz4Decoder.Decode(block, target);

            Math.Max(-1, used).ShouldBe(Math.Max(-1, expectedLength), $"block {i}: {Convert.ToHexString(block)}");
            refused += used < 0 ? 1 : 0;

            // The bytes of a match of offset 0 are undefined.
            if (block.AsSpan().IndexOf("\0\0"u8) >= 0)
                continue;
            target.AsSpan(0, Math.Max(0, used)).SequenceEqual(expected.AsSpan(0, Math.Max(0, used)))
                .ShouldBeTrue($"block {i}: {Convert.ToHexString(block)}");
        }

        refused.ShouldBeInRange(Damages / 10, Damages * 9 / 10);
    }

    // Short runs, so that most bytes are tokens, offsets and lengths; some blocks are whole, some targets of another
    // length.
    private static byte[] Damaged(Random random, out int length)
    {
        byte[] source = new byte[random.Next(1, 900)];
        int period = random.Next(1, 40);
        for (int at = 0; at < source.Length; at++)
            source[at] = at < period || random.Next(60) == 0 ? (byte)random.Next(256) : source[at - period];
        byte[] block = new byte[Lz4Block.MaxBytes(source.Length)];
        block = block[..Lz4Block.Compress(source, block)];
        for (int damages = random.Next(4); damages > 0; damages--)
            block[random.Next(block.Length)] = random.Next(3) == 0 ? byte.MaxValue : (byte)random.Next(256);
        if (random.Next(4) == 0)
            block = block[..random.Next(1, block.Length + 1)];
        length = Math.Max(1, source.Length + (random.Next(3) == 0 ? random.Next(-20, 20) : 0));
        return block;
    }
}
