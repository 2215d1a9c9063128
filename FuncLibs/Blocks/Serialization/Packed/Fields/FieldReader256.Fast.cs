using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>AVX2: the 8 bytes around each of 4 fields are loaded one by one, and shifted and masked together.</summary>
internal static class FieldReader256
{
    private const int Step = 4;

    /// <summary>Reads points; 64 bytes after the start of every group of 8 fields are there to be loaded.</summary>
    public static void Read<TKind, TScaling>(ref byte fields, in FieldRun run, ref long start, Span<double> points)
        where TKind : struct, IFieldKind
        where TScaling : struct, IScaling
    {
        nint width = run.Width;
        Vector256<long> lanes = Vector256.Create(0, width, 2 * width, 3 * width);
        Vector256<long> mask = Vector256.Create(run.Mask);
        Vector256<long> origin = Vector256.Create(
            TKind.IsBits || TKind.IsDelta ? run.Base : run.Base + FieldRun.MagicBits);
        Vector256<long> carry = Vector256.Create(start + FieldRun.MagicBits);
        Vector256<double> factor = Vector256.Create(run.Factor);
        Vector256<double> inverse = Vector256<double>.One / factor;
        ref double to = ref MemoryMarshal.GetReference(points);
        nint bit = 0;
        for (int left = points.Length; left > 0; left -= Step)
        {
            Vector256<long> k = (Windows(ref fields, bit, width, lanes) & mask) + origin;
            if (TKind.IsDelta)
            {
                k = PrefixSum(k) + carry;
                carry = Avx2.Permute4x64(k, 0b11_11_11_11);
            }

            Vector256<double> point = TKind.IsBits
                ? k.AsDouble()
                : TScaling.Apply(k.AsDouble() - Vector256.Create(FieldRun.Magic), factor, inverse);
            if (left >= Step)
                point.StoreUnsafe(ref to);
            else
                StoreSome(point, ref to, left);
            to = ref Unsafe.Add(ref to, Step);
            bit += Step * width;
        }

        if (TKind.IsDelta)
            start = carry.ToScalar() - FieldRun.MagicBits;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> Windows(ref byte fields, nint bit, nint width, Vector256<long> lanes)
    {
        Vector256<ulong> windows = Vector256.Create(
            Word(ref fields, bit),
            Word(ref fields, bit + width),
            Word(ref fields, bit + (2 * width)),
            Word(ref fields, bit + (3 * width)));
        Vector256<long> shift = (lanes + Vector256.Create((long)bit)) & Vector256.Create(7L);
        return Avx2.ShiftRightLogicalVariable(windows, shift.AsUInt64()).AsInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Word(ref byte fields, nint bit) =>
        Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref fields, bit >> 3));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> PrefixSum(Vector256<long> d)
    {
        d += Avx2.ShiftLeftLogical128BitLane(d, sizeof(long));
        Vector256<long> low = Avx2.Permute4x64(d, 0b01_01_01_01);
        return d + Avx2.Blend(Vector256<int>.Zero, low.AsInt32(), 0b1111_0000).AsInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreSome(Vector256<double> point, ref double to, int count)
    {
        Vector128<double> half = point.GetLower();
        if ((count & 2) != 0)
        {
            half.StoreUnsafe(ref to);
            to = ref Unsafe.Add(ref to, 2);
            half = point.GetUpper();
        }

        if ((count & 1) != 0)
            to = half.ToScalar();
    }
}
