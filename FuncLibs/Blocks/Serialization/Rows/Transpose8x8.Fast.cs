using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Serialization.Rows;

/// <summary>
/// Turns 8 x 8 words around their diagonal with AVX-512: 8 points of 8 columns into 8 columns of 8 points, and back.
/// </summary>
internal static class Transpose8x8
{
    /// <summary>Words of scratch memory beyond its use, so that it can begin on a cache line.</summary>
    public const int ScratchPadding = 7;

    /// <summary>Loads up to 8 rows, the others are 0, and stores what were their columns.</summary>
    /// <param name="from">The first row.</param>
    /// <param name="fromStride">Words from one row to the next.</param>
    /// <param name="rows">Rows that are there; no other is touched.</param>
    /// <param name="to">Where the first column goes.</param>
    /// <param name="toStride">Words from one column's place to the next.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Transpose(ref long from, nuint fromStride, int rows, ref long to, nuint toStride) => Transpose(
        Vector512.LoadUnsafe(ref from),
        Row(ref from, 1, fromStride, rows),
        Row(ref from, 2, fromStride, rows),
        Row(ref from, 3, fromStride, rows),
        Row(ref from, 4, fromStride, rows),
        Row(ref from, 5, fromStride, rows),
        Row(ref from, 6, fromStride, rows),
        Row(ref from, 7, fromStride, rows),
        ref to,
        toStride,
        8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<long> Row(ref long from, int index, nuint stride, int rows) =>
        index < rows ? Vector512.LoadUnsafe(ref from, (nuint)index * stride) : Vector512<long>.Zero;

    /// <summary>Stores the columns of 8 rows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Transpose(
        Vector512<long> a, Vector512<long> b, Vector512<long> c, Vector512<long> d,
        Vector512<long> e, Vector512<long> f, Vector512<long> g, Vector512<long> h,
        ref long to, nuint stride, int columns)
    {
        // Words 0, 2, 4, 6 of two rows in turns, then 1, 3, 5, 7.
        StoreFour(
            Avx512F.UnpackLow(a, b),
            Avx512F.UnpackLow(c, d),
            Avx512F.UnpackLow(e, f),
            Avx512F.UnpackLow(g, h),
            ref to,
            0,
            stride,
            columns);
        StoreFour(
            Avx512F.UnpackHigh(a, b),
            Avx512F.UnpackHigh(c, d),
            Avx512F.UnpackHigh(e, f),
            Avx512F.UnpackHigh(g, h),
            ref to,
            1,
            stride,
            columns);
    }

    /// <summary>
    /// The first word of scratch memory on a cache line: vectors that cross lines return from the store buffer
    /// slowly.
    /// </summary>
    public static unsafe ref long Aligned(Span<long> scratch)
    {
        ref long first = ref MemoryMarshal.GetReference(scratch);
        nuint address = (nuint)Unsafe.AsPointer(ref first);
        return ref Unsafe.Add(ref first, ((64 - (address % 64)) % 64) / sizeof(long));
    }

    // Four pairs of rows hold the columns first, first + 2, first + 4 and first + 6 as their quarters.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreFour(
        Vector512<long> a,
        Vector512<long> b,
        Vector512<long> c,
        Vector512<long> d,
        ref long to,
        int first,
        nuint stride,
        int columns)
    {
        const byte EvenQuarters = 0x88;
        const byte OddQuarters = 0xDD;
        Vector512<long> ab = Avx512F.Shuffle4x128(a, b, EvenQuarters), cd = Avx512F.Shuffle4x128(c, d, EvenQuarters);
        Store(Avx512F.Shuffle4x128(ab, cd, EvenQuarters), ref to, first, stride, columns);
        Store(Avx512F.Shuffle4x128(ab, cd, OddQuarters), ref to, first + 4, stride, columns);
        ab = Avx512F.Shuffle4x128(a, b, OddQuarters);
        cd = Avx512F.Shuffle4x128(c, d, OddQuarters);
        Store(Avx512F.Shuffle4x128(ab, cd, EvenQuarters), ref to, first + 2, stride, columns);
        Store(Avx512F.Shuffle4x128(ab, cd, OddQuarters), ref to, first + 6, stride, columns);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(Vector512<long> column, ref long to, int index, nuint stride, int columns)
    {
        if (index < columns)
            column.StoreUnsafe(ref to, (nuint)index * stride);
    }
}
