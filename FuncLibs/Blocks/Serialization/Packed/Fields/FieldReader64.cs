using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>Any little-endian processor: one field at a time. What the vector loops are measured against, bit for bit.</summary>
internal static class FieldReader64
{
    /// <summary>Reads points; 8 bytes behind the start of every field are there to be loaded.</summary>
    public static void Read<TKind, TScaling>(ref byte fields, in FieldRun run, ref long start, Span<double> points)
        where TKind : struct, IFieldKind
        where TScaling : struct, IScaling
    {
        long mask = run.Mask;
        long k = start;
        nint bit = 0;
        foreach (ref double point in points)
        {
            ulong window = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref fields, bit >> 3));
            long field = ((long)(window >> (int)(bit & 7)) & mask) + run.Base;
            k = TKind.IsDelta ? k + field : field;
            point = TKind.IsBits ? BitConverter.Int64BitsToDouble(k) : TScaling.Apply(k, run.Factor);
            bit += run.Width;
        }

        if (TKind.IsDelta)
            start = k;
    }
}
