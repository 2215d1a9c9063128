using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

/// <summary>
/// <see cref="Quantiser512"/> for slow columns, the usual ones: it measures the differences on the way, and leaves only
/// the lowest byte of each integer, which is all that <see cref="DeltaWriter"/> needs. A column that holds anything
/// else is left to the general way.
/// </summary>
internal static class DeltaQuantiser512
{
    private const int Group = 8;

    // Sums with this magic number differ from the bits of the plain one in the lowest 31 alone while integers are in
    // ±2^30.
    private const long Bound = 1L << 30;
    private const double Magic = FieldRun.Magic + Bound;
    private const long Frame = -2 * Bound;

    /// <summary>True when a column of so many points and this scale may be tried.</summary>
    public static bool Suits(int count, Scale scale) =>
        Avx512F.IsSupported && Bmi2.X64.IsSupported && count > Group
            && (scale.IsProduct || scale.IsShortQuotient(0, 0));

    /// <summary>Measures a column.</summary>
    /// <param name="points">More than 8 points.</param>
    /// <param name="scale">A scale that <see cref="Suits"/>.</param>
    /// <param name="lowest">A place for each point.</param>
    /// <param name="deltas">Least and greatest difference.</param>
    /// <param name="first">The first integer.</param>
    /// <returns>True when every point returns bit for bit from an integer in ±2^30.</returns>
    public static bool TryRun(
        ReadOnlySpan<double> points, Scale scale, Span<byte> lowest, out IntegerRange deltas, out long first) =>
        scale.IsProduct
            ? Run<Product>(points, scale, lowest, out deltas, out first)
            : Run<ShortQuotient>(points, scale, lowest, out deltas, out first);

    // The last vector overlaps the one before it: the same points give the same integers.
    private static bool Run<TScaling>(
        ReadOnlySpan<double> points, Scale scale, Span<byte> lowest, out IntegerRange deltas, out long first)
        where TScaling : struct, IScaling
    {
        ref double from = ref MemoryMarshal.GetReference(points);
        ref byte to = ref MemoryMarshal.GetReference(lowest[..points.Length]);
        Vector512<double> toInteger = Vector512.Create(scale.ToInteger);
        Vector512<double> factor = Vector512.Create(scale.Factor);
        Vector512<double> inverse = Vector512.Create(1 / scale.Factor);
        Vector512<long> min = Vector512.Create(long.MaxValue);
        Vector512<long> max = Vector512.Create(long.MinValue);
        Vector512<long> mismatch = Vector512<long>.Zero;
        Vector512<long> outside = Vector512<long>.Zero;
        nuint last = (nuint)(points.Length - Group);

        // Point 0 has no difference: what is before it is such that it has that of point 1.
        Vector512<long> before = Sum(Vector512.LoadUnsafe(ref from), toInteger);
        first = before.ToScalar() - FieldRun.MagicBits - Bound;
        before = Vector512.Create((2 * before.ToScalar()) - before.GetElement(1));
        for (nuint i = 0; ; i = nuint.Min(i + Group, last))
        {
            Vector512<double> point = Vector512.LoadUnsafe(ref from, i);
            Vector512<long> sum = Sum(point, toInteger);
            Unsafe.WriteUnaligned(
                ref Unsafe.Add(ref to, i), Avx512F.ConvertToVector128Byte(sum.AsUInt64()).AsUInt64().ToScalar());
            outside |= sum ^ Vector512.Create(FieldRun.MagicBits);
            mismatch |=
                TScaling.Apply(sum.AsDouble() - Vector512.Create(Magic), factor, inverse).AsInt64() ^ point.AsInt64();
            Vector512<long> delta = sum - (i == last
                ? Sum(Vector512.LoadUnsafe(ref from, i - 1), toInteger)
                : Avx512F.AlignRight64(sum, before, Group - 1));
            min = Vector512.Min(min, delta);
            max = Vector512.Max(max, delta);
            before = sum;
            if (i == last)
                break;
        }

        deltas = new IntegerRange(IntegerRange.MinOf(min), ~IntegerRange.MinOf(~max));
        return mismatch == Vector512<long>.Zero && (outside & Vector512.Create(Frame)) == Vector512<long>.Zero;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<long> Sum(Vector512<double> point, Vector512<double> toInteger) =>
        ((point * toInteger) + Vector512.Create(Magic)).AsInt64();
}
