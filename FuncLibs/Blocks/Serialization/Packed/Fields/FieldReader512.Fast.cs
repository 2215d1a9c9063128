using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// AVX-512 VBMI: one load holds 8 fields, one byte permute brings the 8 bytes around each field into its lane, one
/// shift and one mask leave the field. It does so for every width up to 57, which is why there is no loop for each
/// width.
/// </summary>
internal static class FieldReader512
{
    private static ReadOnlySpan<byte> ByteOfLane =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
        0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
    ];

    /// <summary>Reads points; 64 bytes after the start of every group of 8 fields are there to be loaded.</summary>
    public static void Read<TKind, TScaling>(ref byte fields, in FieldRun run, ref long start, Span<double> points)
        where TKind : struct, IFieldKind
        where TScaling : struct, IScaling
    {
        int width = run.Width;
        Vector512<long> bits = Vector512.Create(0L, 1, 2, 3, 4, 5, 6, 7) * width;
        Vector512<byte> bytes = Spread(bits >> 3);
        Vector512<ulong> shift = (bits & Vector512.Create(7L)).AsUInt64();
        Vector512<long> mask = Vector512.Create(run.Mask);
        Vector512<long> origin = Vector512.Create(
            TKind.IsBits || TKind.IsDelta ? run.Base : run.Base + FieldRun.MagicBits);
        Vector512<long> carry = Vector512.Create(start + FieldRun.MagicBits);
        Vector512<double> factor = Vector512.Create(run.Factor);
        Vector512<double> inverse = Vector512<double>.One / factor;
        ref double to = ref MemoryMarshal.GetReference(points);
        for (int left = points.Length; left > 0; left -= FieldReader.Group)
        {
            Vector512<ulong> windows = Avx512Vbmi.PermuteVar64x8(Vector512.LoadUnsafe(ref fields), bytes).AsUInt64();
            Vector512<long> k = (Avx512F.ShiftRightLogicalVariable(windows, shift).AsInt64() & mask) + origin;
            if (TKind.IsDelta)
            {
                k = PrefixSum(k);
                Vector512<long> next = carry + Avx512F.PermuteVar8x64(k, Vector512.Create(7L));
                k += carry;
                carry = next;
            }

            Vector512<double> point = TKind.IsBits
                ? k.AsDouble()
                : TScaling.Apply(k.AsDouble() - Vector512.Create(FieldRun.Magic), factor, inverse);
            if (left >= FieldReader.Group)
                point.StoreUnsafe(ref to);
            else
                StoreSome(point, ref to, left);
            fields = ref Unsafe.Add(ref fields, width);
            to = ref Unsafe.Add(ref to, FieldReader.Group);
        }

        if (TKind.IsDelta)
            start = carry.ToScalar() - FieldRun.MagicBits;
    }

    // The number in each lane into all its bytes, and the index of the byte added.
    private static Vector512<byte> Spread(Vector512<long> lanes) =>
        (lanes * 0x0101_0101_0101_0101).AsByte() + Vector512.Create(ByteOfLane);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<long> PrefixSum(Vector512<long> d)
    {
        d += Avx512F.AlignRight64(d, Vector512<long>.Zero, 7);
        d += Avx512F.AlignRight64(d, Vector512<long>.Zero, 6);
        return d + Avx512F.AlignRight64(d, Vector512<long>.Zero, 4);
    }

    /// <summary>Stores the first points of a vector, fewer than all.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreSome(Vector512<double> point, ref double to, int count)
    {
        Vector256<double> half = point.GetLower();
        if ((count & 4) != 0)
        {
            half.StoreUnsafe(ref to);
            to = ref Unsafe.Add(ref to, 4);
            half = point.GetUpper();
        }

        Vector128<double> quarter = half.GetLower();
        if ((count & 2) != 0)
        {
            quarter.StoreUnsafe(ref to);
            to = ref Unsafe.Add(ref to, 2);
            quarter = half.GetUpper();
        }

        if ((count & 1) != 0)
            to = quarter.ToScalar();
    }
}
