using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// Differences of up to 5 bits, as slow signals with a little noise have: 8 of them together fit a byte, so one
/// <c>pdep</c> gives each a byte and one multiplication sums them all up.
/// </summary>
internal static class DeltaReader512
{
    /// <summary>Bits of a field at most: 8 x 31 is less than 256.</summary>
    public const int MaxWidth = 5;

    private const ulong OneInEachByte = 0x0101_0101_0101_0101;

    /// <summary>Reads points; 8 bytes after the start of every group of 8 fields are there to be loaded.</summary>
    public static void Read<TScaling>(ref byte fields, in FieldRun run, ref long start, Span<double> points)
        where TScaling : struct, IScaling
    {
        int width = run.Width;
        ulong used = OneInEachByte * (ulong)run.Mask;
        Vector512<long> ramp = Vector512.Create(1L, 2, 3, 4, 5, 6, 7, 8) * run.Base;
        long step = FieldReader.Group * run.Base;
        long carry = start + FieldRun.MagicBits;
        Vector512<double> factor = Vector512.Create(run.Factor);
        Vector512<double> inverse = Vector512.Create(1 / run.Factor);
        ref double to = ref MemoryMarshal.GetReference(points);
        for (int left = points.Length; left > 0; left -= FieldReader.Group)
        {
            ulong sums = Bmi2.X64.ParallelBitDeposit(Unsafe.ReadUnaligned<ulong>(ref fields), used) * OneInEachByte;
            Vector512<long> k = Avx512F.ConvertToVector512Int64(Vector128.CreateScalarUnsafe(sums).AsByte());
            k += ramp + Vector512.Create(carry);
            carry += step + (long)(sums >> 56);
            Vector512<double> point = TScaling.Apply(k.AsDouble() - Vector512.Create(FieldRun.Magic), factor, inverse);
            if (left >= FieldReader.Group)
                point.StoreUnsafe(ref to);
            else
                FieldReader512.StoreSome(point, ref to, left);
            fields = ref Unsafe.Add(ref fields, width);
            to = ref Unsafe.Add(ref to, FieldReader.Group);
        }

        start = carry - FieldRun.MagicBits;
    }
}
