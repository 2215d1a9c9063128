using FuncLibs.Blocks.Serialization.Lz4;
using Testing;

namespace FuncLibs.Tests.Blocks.Serialization.Lz4;

public sealed class Lz4BlockTests
{
    // A token of 13 literals and no match: the whole block, made by hand.
    private static readonly byte[] Literals = [0xD0, .. "abcabcabcabcX"u8];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(12)]
    [InlineData(32768)]
    [InlineData(200_000)]
    public void Decompress_WhatCompressWrote_IsTheSame(int length)
    {
        byte[] source = [.. Enumerable.Range(0, length).Select(i => (byte)(i * i >> 7))];
        byte[] packed = new byte[Lz4Block.MaxBytes(length)];
        byte[] back = new byte[length];

        int used = Lz4Block.Compress(source, packed);

        used.ShouldBeInRange(1, packed.Length);
        Lz4Block.Decompress(packed.AsSpan(0, used), back).ShouldBe(length);
        back.ShouldBe(source);
    }

    [Fact]
    public void Decompress_HandWrittenBlock_IsItsLiterals()
    {
        byte[] back = new byte[13];

        Lz4Block.Decompress(Literals, back).ShouldBe(13);

        back.ShouldBe("abcabcabcabcX"u8.ToArray());
    }

    [Fact]
    public void Decompress_EveryCut_IsNotTheWholeTarget()
    {
        byte[] back = new byte[13];
        for (int length = 0; length < Literals.Length; length++)
            Lz4Block.Decompress(Literals.AsSpan(0, length), back).ShouldNotBe(13);
    }

    [Fact]
    public void Decompress_TargetTooSmall_IsNegative() =>
        Lz4Block.Decompress(Literals, new byte[12]).ShouldBeLessThan(0);

    [Fact]
    public void Decompress_NoInput_IsNegative() => Lz4Block.Decompress([], new byte[12]).ShouldBeLessThan(0);

    [Fact]
    public void Decompress_BlockOfNoBytes_IsEmpty() => Lz4Block.Decompress([0], new byte[12]).ShouldBe(0);

    // Undefined in the format, accepted by every decoder: what was in the target before must not show.
    [Fact]
    public void Decompress_MatchOfOffsetZero_DoesNotExposeTheOldTarget()
    {
        byte[] back = [.. Enumerable.Repeat((byte)0xEE, 32)];

        _ = Lz4Block.Decompress([0x14, (byte)'a', 0, 0, 0x50, 1, 2, 3, 4, 5], back);

        back.ShouldNotContain((byte)0xEE);
    }

    [Fact]
    public void CompressAndDecompress_OnceWarm_DoNotAllocate()
    {
        byte[] source = [.. Enumerable.Range(0, 100_000).Select(i => (byte)(i * i >> 7))];
        byte[] packed = new byte[Lz4Block.MaxBytes(source.Length)];
        byte[] back = new byte[source.Length];

        Allocation
            .OfWarm(() => Lz4Block.Decompress(packed.AsSpan(0, Lz4Block.Compress(source, packed)), back))
            .ShouldBe(0);
    }

    [Fact]
    public void Compress_TargetTooSmall_IsZero() => Lz4Block.Compress(new byte[1000], new byte[3]).ShouldBe(0);

    [Fact]
    public void Compress_NothingIntoNothing_IsZero() => Lz4Block.Compress([], []).ShouldBe(0);

    [Theory]
    [InlineData(0)]
    [InlineData(254)]
    [InlineData(255)]
    [InlineData(1_000_000)]
    public void MaxBytes_OfNoise_IsEnough(int length)
    {
        byte[] noise = new byte[length];
        new Random(4).NextBytes(noise);

        Lz4Block.Compress(noise, new byte[Lz4Block.MaxBytes(length)]).ShouldBeGreaterThan(0);
    }
}
