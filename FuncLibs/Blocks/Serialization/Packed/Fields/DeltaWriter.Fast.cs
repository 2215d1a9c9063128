using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// Packs differences of up to 8 bits from the lowest bytes of the integers alone: 64 at a time become fields of a byte,
/// then one <c>pext</c> for each 8 closes the gaps. The same bytes as <see cref="FieldWriter"/>'s. Needs BMI2.
/// </summary>
internal static class DeltaWriter
{
    /// <summary>Bits of a field at most.</summary>
    public const int MaxWidth = 8;

    private const int Group = 8;

    /// <summary>Writes one field for each integer: what it is above base and the integer before it.</summary>
    /// <param name="lowest">A place for the byte before the first one, the lowest bytes of the integers, and 64 more of
    /// any value; it is used up.</param>
    /// <param name="count">Fields.</param>
    /// <param name="run">Width and base.</param>
    /// <param name="before">Lowest byte of what is before the first integer.</param>
    /// <param name="target">Room for the fields and 64 bytes.</param>
    /// <returns>Bytes of the fields.</returns>
    public static int Write(Span<byte> lowest, int count, in FieldRun run, byte before, Span<byte> target)
    {
        int bytes = PackedFormat.FieldBytes(count, run.Width);
        lowest[0] = before;
        ref byte from = ref MemoryMarshal.GetReference(lowest[..(1 + count + FieldWriter.SlackBytes)]);
        ref byte to = ref MemoryMarshal.GetReference(target[..(bytes + FieldWriter.SlackBytes)]);
        Subtract(ref from, count, Vector512.Create((byte)run.Base));
        ulong used = 0x0101_0101_0101_0101UL * (ulong)run.Mask;
        for (; count > 0; count -= Group)
        {
            Unsafe.WriteUnaligned(ref to, Bmi2.X64.ParallelBitExtract(Unsafe.ReadUnaligned<ulong>(ref from), used));
            from = ref Unsafe.Add(ref from, Group);
            to = ref Unsafe.Add(ref to, run.Width);
        }

        return bytes;
    }

    // In place: what the next step reads begins after what this one writes. Fields after the last one in its group of
    // 8 are 0.
    private static void Subtract(ref byte from, int count, Vector512<byte> origin)
    {
        for (nuint i = 0; i < (nuint)count; i += (nuint)Vector512<byte>.Count)
        {
            Vector512<byte> fields = Vector512.LoadUnsafe(ref from, i + 1) - Vector512.LoadUnsafe(ref from, i) - origin;
            fields.StoreUnsafe(ref from, i);
        }

        Unsafe.WriteUnaligned(ref Unsafe.Add(ref from, count), 0UL);
    }
}
