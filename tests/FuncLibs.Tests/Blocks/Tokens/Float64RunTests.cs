using System.Buffers.Binary;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Tokens;
using Testing;

namespace FuncLibs.Tests.Blocks.Tokens;

/// <summary>
/// Every count up to several steps of every processor's loop; ProcessorPathTests run these on the other paths too.
/// </summary>
public sealed class Float64RunTests
{
    private const int MaxCount = 70;

    [Fact]
    public void Write_AnyCountAndBits_WritesTheTokens()
    {
        for (int count = 0; count <= MaxCount; count++)
        {
            double[] values = RandomValues(count);
            byte[] target = new byte[(count * Float64Run.BytesPerItem) + 1];
            target[^1] = 0x5A;

            Float64Run.Write(values, target.AsSpan(0, target.Length - 1)).ShouldBe(count * Float64Run.BytesPerItem);

            target[..^1].ShouldBe(Tokens(values));
            target[^1].ShouldBe((byte)0x5A);
        }
    }

    [Fact]
    public void TryRead_AnyCountAndBits_ReadsTheValues()
    {
        for (int count = 0; count <= MaxCount; count++)
        {
            double[] values = RandomValues(count);
            double[] read = new double[count + 1];
            read[^1] = 5;

            Float64Run.TryRead(Tokens(values), read.AsSpan(0, count)).ShouldBeTrue();

            MemoryMarshal
                .AsBytes(read.AsSpan(0, count))
                .SequenceEqual(MemoryMarshal.AsBytes(values.AsSpan()))
                .ShouldBeTrue($"{count} values");
            read[^1].ShouldBe(5);
        }
    }

    [Fact]
    public void TryRead_UnexpectedTagInAnyLane_IsFalse()
    {
        for (int count = 1; count <= MaxCount; count++)
        {
            for (int bad = 0; bad < count; bad++)
            {
                byte[] tokens = Tokens(RandomValues(count));
                tokens[bad * Float64Run.BytesPerItem] ^= (byte)(1 << (bad % 8));

                Float64Run.TryRead(tokens, new double[count]).ShouldBeFalse($"token {bad} of {count}");
            }
        }
    }

    [Fact]
    public void TryRead_OneByteShort_IsFalse()
    {
        for (int count = 1; count <= MaxCount; count++)
            Float64Run.TryRead(Tokens(RandomValues(count)).AsSpan(1), new double[count]).ShouldBeFalse();
    }

    [GuardPageFact]
    public void TryRead_BothEndsAtAGuardPage_StaysInside()
    {
        using var source = new GuardedMemory(MaxCount * Float64Run.BytesPerItem);
        using var target = new GuardedMemory(MaxCount * sizeof(double));
        for (int count = 0; count <= MaxCount; count++)
        {
            double[] values = RandomValues(count);
            Span<double> read = MemoryMarshal.Cast<byte, double>(target.End(count * sizeof(double)));

            Float64Run.TryRead(source.Copy(Tokens(values)), read).ShouldBeTrue();

            MemoryMarshal.AsBytes(read).SequenceEqual(MemoryMarshal.AsBytes(values.AsSpan())).ShouldBeTrue();
        }
    }

    [GuardPageFact]
    public void Write_BothEndsAtAGuardPage_StaysInside()
    {
        using var source = new GuardedMemory(MaxCount * sizeof(double));
        using var target = new GuardedMemory(MaxCount * Float64Run.BytesPerItem);
        for (int count = 0; count <= MaxCount; count++)
        {
            double[] values = RandomValues(count);
            Span<byte> bytes = target.End(count * Float64Run.BytesPerItem);

            Float64Run.Write(
                MemoryMarshal.Cast<byte, double>(source.Copy(MemoryMarshal.AsBytes(values.AsSpan()))), bytes);

            bytes.SequenceEqual(Tokens(values)).ShouldBeTrue();
        }
    }

    private static double[] RandomValues(int count)
    {
        double[] values = new double[count];
        new Random(count).NextBytes(MemoryMarshal.AsBytes(values.AsSpan()));
        return values;
    }

    private static byte[] Tokens(double[] values)
    {
        byte[] tokens = new byte[values.Length * Float64Run.BytesPerItem];
        for (int i = 0; i < values.Length; i++)
        {
            tokens[i * Float64Run.BytesPerItem] = 0xCB;
            BinaryPrimitives.WriteDoubleBigEndian(tokens.AsSpan((i * Float64Run.BytesPerItem) + 1), values[i]);
        }

        return tokens;
    }
}
