using System.Buffers;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Tokens;
using Testing;

namespace FuncLibs.Tests.Blocks.Tokens;

/// <summary>
/// Runs of one form, borders between forms and mixtures; ProcessorPathTests run these on the other paths too.
/// </summary>
public sealed class Int64RunTests
{
    private const int MaxCount = 70;

    private static readonly (long Min, long Max)[] Forms =
    [
        (0, 127), (128, 255), (256, 65535), (65536, uint.MaxValue), (1L << 32, long.MaxValue),
        (-32, -1), (-128, -33), (short.MinValue, -129), (long.MinValue, -1L << 31),
    ];

    [Fact]
    public void Write_RunsOfAnyForm_WritesTheSmallestTokens()
    {
        foreach (long[] values in Runs())
            Written(values).ShouldBe(Tokens(values));
    }

    [Fact]
    public void Read_RunsOfAnyForm_ReadsTheValues()
    {
        foreach (long[] values in Runs())
        {
            byte[] tokens = Tokens(values);
            long[] read = new long[values.Length];

            // With 64 bytes after the tokens all may be read, without them all but the last few.
            Int64Run.Read([.. tokens, .. new byte[64]], read, out int bytes).ShouldBe(values.Length);

            bytes.ShouldBe(tokens.Length);
            read.ShouldBe(values);
            int some = Int64Run.Read(tokens, read, out bytes);
            bytes.ShouldBe(Tokens(values[..some]).Length);
            read[..some].ShouldBe(values[..some]);
            (tokens.Length - bytes).ShouldBeLessThan(9);
        }
    }

    [Fact]
    public void Read_UnexpectedTokenAtAnyIndex_StopsBeforeIt()
    {
        foreach ((long min, long max) in Forms)
        {
            for (int bad = 0; bad < 40; bad++)
            {
                long[] values = RandomValues(new Random(bad), 40, min, max);
                byte[] before = Tokens(values[..bad]);
                byte[] tokens = [.. before, 0xCF, 0x80, .. new byte[7], .. Tokens(values[bad..]), .. new byte[64]];
                long[] read = new long[41];

                Int64Run.Read(tokens, read, out int bytes).ShouldBe(bad);

                bytes.ShouldBe(before.Length);
                read[..bad].ShouldBe(values[..bad]);
            }
        }
    }

    [GuardPageFact]
    public void Read_BothEndsAtAGuardPage_StaysInside()
    {
        using var source = new GuardedMemory(MaxCount * 9);
        using var target = new GuardedMemory(MaxCount * 8);
        foreach (long[] values in Runs())
        {
            Span<long> read = MemoryMarshal.Cast<byte, long>(target.End(values.Length * 8));

            int some = Int64Run.Read(source.Copy(Tokens(values)), read, out _);

            read[..some].SequenceEqual(values.AsSpan(0, some)).ShouldBeTrue();
        }
    }

    [GuardPageFact]
    public void Write_BothEndsAtAGuardPage_StaysInside()
    {
        using var source = new GuardedMemory(MaxCount * 8);
        using var target = new GuardedMemory(MaxCount * 9);
        foreach (long[] values in Runs())
        {
            Span<byte> room = target.End(values.Length * 9);

            int bytes = Int64Run.Write(
                MemoryMarshal.Cast<byte, long>(source.Copy(MemoryMarshal.AsBytes(values.AsSpan()))), room);

            room[..bytes].SequenceEqual(Tokens(values)).ShouldBeTrue();
        }
    }

    private static byte[] Written(long[] values)
    {
        byte[] target = new byte[values.Length * Int64Run.MaxBytesPerItem];
        return target[..Int64Run.Write(values, target)];
    }

    private static IEnumerable<long[]> Runs()
    {
        var random = new Random(74);
        for (int count = 0; count <= MaxCount; count++)
        {
            foreach ((long min, long max) in Forms)
            {
                yield return RandomValues(random, count, min, max);
                (long otherMin, long otherMax) = Forms[random.Next(Forms.Length)];
                int cut = random.Next(count + 1);
                yield return [.. RandomValues(random, cut, min, max), .. RandomValues(
                    random, count - cut, otherMin, otherMax)];
            }

            yield return [.. Enumerable
                .Range(0, count)
                .Select(_ => Forms[random.Next(Forms.Length)])
                .Select(f => random.NextInt64(f.Min, f.Max))];
        }
    }

    private static long[] RandomValues(Random random, int count, long min, long max) =>
        [
            .. Enumerable.Range(0, count).Select(i =>
                i % 7 == 0 ? min : i % 11 == 0 ? max : max - random.NextInt64(Math.Max(1, Math.Abs(max - min)))),
        ];

    // One token at a time, by the writer of single tokens.
    private static byte[] Tokens(long[] values)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        foreach (long value in values)
            writer.Write(value);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }
}
