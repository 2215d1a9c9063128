using System.Buffers;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Tests.Blocks.Tokens;

public sealed class TokenBorderTests
{
    // The long[] of ints.msgpack: around every width border.
    private static readonly long[] Ints =
    [
        0, 1, 127, 128, 255, 256, 65535, 65536, 4294967295, 4294967296, long.MaxValue,
        -1, -32, -33, -128, -129, -32768, -32769, -2147483648, -2147483649, long.MinValue,
    ];

    private static readonly int[] StringLengths = [0, 1, 31, 32, 255, 256, 65536];

    [Fact]
    public void Write_IntsAtEveryBorder_GivesTheGoldenBytes()
    {
        byte[] bytes = Write((ref MessagePackWriter writer) =>
        {
            writer.WriteArrayHeader(Ints.Length);
            foreach (long value in Ints)
                writer.Write(value);
        });

        bytes.ShouldBe(Golden.Read("ints"));
    }

    [Fact]
    public void TryRead_IntsAtEveryBorder_GivesTheValues()
    {
        var reader = new MessagePackReader(Golden.Read("ints"));
        reader.TryReadArrayHeader(out int count).ShouldBeTrue();
        count.ShouldBe(Ints.Length);
        foreach (long expected in Ints)
        {
            reader.TryRead(out long value).ShouldBeTrue();
            value.ShouldBe(expected);
        }

        reader.IsAtEnd.ShouldBeTrue();
    }

    [Fact]
    public void Int64Run_IntsAtEveryBorder_ReadsAndWritesTheGoldenBytes()
    {
        byte[] golden = Golden.Read("ints");
        byte[] padded = [.. golden, .. new byte[8]];
        long[] values = new long[Ints.Length];
        byte[] written = new byte[Ints.Length * Int64Run.MaxBytesPerItem];

        Int64Run.Read(padded.AsSpan(3), values, out int bytes).ShouldBe(Ints.Length);
        int used = Int64Run.Write(values, written);

        values.ShouldBe(Ints);
        bytes.ShouldBe(golden.Length - 3);
        written.AsSpan(0, used).ToArray().ShouldBe(golden[3..]);
    }

    [Fact]
    public void Write_Strings_GivesTheGoldenBytes()
    {
        byte[] golden = Golden.Read("strings");
        var reader = new MessagePackReader(golden);
        reader.TryReadArrayHeader(out int count).ShouldBeTrue();
        var texts = new List<string>();
        for (int i = 0; i < count; i++)
        {
            reader.TryRead(out string text, maxBytes: 100_000).ShouldBeTrue();
            texts.Add(text);
        }

        reader.IsAtEnd.ShouldBeTrue();
        texts.Take(StringLengths.Length).Select(text => text.Length).ShouldBe(StringLengths);
        Write((ref MessagePackWriter writer) =>
        {
            writer.WriteArrayHeader(texts.Count);
            foreach (string text in texts)
                writer.Write(text);
        }).ShouldBe(golden);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(15, 1)]
    [InlineData(16, 3)]
    [InlineData(65535, 3)]
    [InlineData(65536, 5)]
    public void ArrayAndMapHeader_AtItsBorder_TakesTheSmallestForm(int count, int bytes)
    {
        byte[] array = Write((ref MessagePackWriter writer) => writer.WriteArrayHeader(count));
        byte[] map = Write((ref MessagePackWriter writer) => writer.WriteMapHeader(count));
        array.Length.ShouldBe(bytes);
        map.Length.ShouldBe(bytes);

        new MessagePackReader([.. array, .. new byte[count]]).TryReadArrayHeader(out int items).ShouldBeTrue();
        new MessagePackReader([.. map, .. new byte[2 * count]]).TryReadMapHeader(out int pairs).ShouldBeTrue();
        items.ShouldBe(count);
        pairs.ShouldBe(count);
    }

    [Theory]
    [InlineData(0, 2)]
    [InlineData(255, 2)]
    [InlineData(256, 3)]
    [InlineData(65535, 3)]
    [InlineData(65536, 5)]
    public void Bin_AtItsBorder_TakesTheSmallestForm(int length, int header)
    {
        byte[] bytes = Write((ref MessagePackWriter writer) => writer.WriteBin(new byte[length]));
        bytes.Length.ShouldBe(header + length);

        new MessagePackReader(bytes).TryReadBin(out ReadOnlySpan<byte> body).ShouldBeTrue();
        body.Length.ShouldBe(length);
    }

    [Theory]
    [InlineData(0, 3)]
    [InlineData(1, 2)]
    [InlineData(2, 2)]
    [InlineData(3, 3)]
    [InlineData(4, 2)]
    [InlineData(8, 2)]
    [InlineData(16, 2)]
    [InlineData(17, 3)]
    [InlineData(255, 3)]
    [InlineData(256, 4)]
    [InlineData(65536, 6)]
    public void Ext_AtItsBorder_TakesTheSmallestForm(int length, int header)
    {
        byte[] bytes = Write((ref MessagePackWriter writer) =>
        {
            writer.WriteExtHeader(-5, length);
            writer.WriteRaw(new byte[length]);
        });
        bytes.Length.ShouldBe(header + length);

        new MessagePackReader(bytes).TryReadExt(out sbyte type, out ReadOnlySpan<byte> body).ShouldBeTrue();
        type.ShouldBe((sbyte)-5);
        body.Length.ShouldBe(length);
    }

    [Fact]
    public void Write_MoreThanOneChunk_KeepsEveryByte()
    {
        // The writer requests chunks of 256 bytes: with every shift another token meets the border.
        for (int shift = 0; shift < 300; shift++)
        {
            byte[] bytes = Write((ref MessagePackWriter writer) =>
            {
                writer.WriteRaw(new byte[shift]);
                foreach (long value in Ints)
                    writer.Write(value);
                writer.WriteUtf8("tail"u8);
            });

            bytes.AsSpan(shift).ToArray().ShouldBe([.. Golden.Read("ints").AsSpan(3), 0xA4, .. "tail"u8]);
        }
    }

    private delegate void Writing(ref MessagePackWriter writer);

    private static byte[] Write(Writing writing)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        writing(ref writer);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }
}
