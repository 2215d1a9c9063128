using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace FuncLibs.Blocks.Serialization.Packed.Methods;

/// <summary>Points that no integer gives: u16 index and the 8 raw bytes, behind the fields of methods 1 and 2.</summary>
internal static class ScaledExceptions
{
    /// <summary>True when the indices are less than <paramref name="count"/> and strictly ascending.</summary>
    public static bool AreInOrder(ReadOnlySpan<byte> exceptions, int bodyLength, int count, out PackedFault fault)
    {
        fault = default;
        int before = -1;
        for (int at = 0; at < exceptions.Length; at += PackedFormat.ExceptionBytes)
        {
            int index = BinaryPrimitives.ReadUInt16LittleEndian(exceptions[at..]);
            if (index <= before || index >= count)
            {
                return PackedReader.Refuse(
                    DecodeStatus.OutOfRange, bodyLength - exceptions.Length + at, "ascending points of the column", "the exception", index, out fault);
            }

            before = index;
        }

        return true;
    }

    /// <summary>Puts checked exceptions into the column.</summary>
    public static void Apply(ReadOnlySpan<byte> exceptions, Span<double> points)
    {
        Span<long> bits = MemoryMarshal.Cast<double, long>(points);
        for (; !exceptions.IsEmpty; exceptions = exceptions[PackedFormat.ExceptionBytes..])
            bits[BinaryPrimitives.ReadUInt16LittleEndian(exceptions)] = BinaryPrimitives.ReadInt64LittleEndian(exceptions[sizeof(ushort)..]);
    }

    /// <summary>Writes the exceptions of a column.</summary>
    public static int Write(ReadOnlySpan<ushort> indices, ReadOnlySpan<double> points, Span<byte> target)
    {
        ReadOnlySpan<long> bits = MemoryMarshal.Cast<double, long>(points);
        int used = 0;
        foreach (ushort index in indices)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(target[used..], index);
            BinaryPrimitives.WriteInt64LittleEndian(target[(used + sizeof(ushort))..], bits[index]);
            used += PackedFormat.ExceptionBytes;
        }

        return used;
    }
}
