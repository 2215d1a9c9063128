using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Rows;

/// <content>
/// With AVX-512 VBMI: one byte permutation a point and group of 8 columns, one turn of 8 x 8 words. The two loops are
/// compiled alone (NoInlining): inside their callers the compiler runs out of its budget for inlining and spills every
/// vector, which costs a factor of 2.5.
/// </content>
internal static partial class RowPoints
{
    private const int Lanes = RowPlan.Lanes;
    private static readonly int Window = 2 * Vector512<byte>.Count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void ReadAlike(
        ReadOnlySpan<byte> source, Span<long> words, int stride, int points, int sensors, ref int done, ref int bytes)
    {
        if (Avx512Vbmi.IsSupported)
            done = ReadSteps(source, words, stride, points, sensors, out bytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void WriteAlike(
        ReadOnlySpan<long> words, int stride, int points, int sensors, Span<byte> target, ref int done, ref int bytes)
    {
        if (Avx512Vbmi.IsSupported)
            done = WriteSteps(words, stride, points, sensors, target, out bytes);
    }

    private static int ReadSteps(
        ReadOnlySpan<byte> source, Span<long> words, int stride, int points, int sensors, out int bytes)
    {
        bytes = 0;
        if (points < Lanes || RowPlan.TryCreate(source, sensors) is not { } plan)
            return 0;

        // All loads of a step are inside when its last window is.
        int last = ((Lanes - 1) * plan.Length) + plan.Reads[^1].Start + Window;
        int done = 0;
        while (done < points)
        {
            // The last step overlaps the one before it: same bytes, same values.
            int step = Math.Min(done, points - Lanes);
            if (source.Length - (step * plan.Length) < last
                || !TryReadEight(plan, source[(step * plan.Length)..], words[step..], stride))
                break;
            done = step + Lanes;
        }

        bytes = done * plan.Length;
        return done;
    }

    private static int WriteSteps(
        ReadOnlySpan<long> words, int stride, int points, int sensors, Span<byte> target, out int bytes)
    {
        bytes = 0;
        if (points < Lanes
            || RowPlan.For(IntFormOf(words), IntFormOf(words[(ColumnIndex.Count * stride)..]), sensors) is not { } plan)
            return 0;
        int room = ((Lanes - 1) * plan.Length) + (plan.Writes.Length * Vector512<byte>.Count);
        int done = 0;
        while (done < points)
        {
            int step = Math.Min(done, points - Lanes);
            if (target.Length - (step * plan.Length) < room || !AreOfForms(plan, words[step..], stride))
                break;
            WriteEight(plan, words[step..], stride, target[(step * plan.Length)..]);
            done = step + Lanes;
        }

        bytes = done * plan.Length;
        return done;
    }

    private static IntForm? IntFormOf(ReadOnlySpan<long> column) => IntForm.From(column[0]);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryReadEight(RowPlan plan, ReadOnlySpan<byte> source, Span<long> words, int stride)
    {
        Vector512<byte> differences = Vector512<byte>.Zero;
        nuint length = (nuint)plan.Length;
        int column = 0;
        foreach (RowRead read in plan.Reads)
        {
            ref byte from = ref Unsafe.Add(ref MemoryMarshal.GetReference(source), read.Start);
            int columns = Math.Min(Lanes, plan.Columns - column);
            ref long to = ref MemoryMarshal.GetReference(
                words.Slice(column * stride, ((columns - 1) * stride) + Lanes));
            Vector512<long> a =
                Take(read, ref from, 0, ref differences), b = Take(read, ref from, length, ref differences);
            Vector512<long> c =
                Take(
                    read, ref from, 2 * length, ref differences), d = Take(read, ref from, 3 * length, ref differences);
            Vector512<long> e =
                Take(
                    read, ref from, 4 * length, ref differences), f = Take(read, ref from, 5 * length, ref differences);
            Vector512<long> g =
                Take(
                    read, ref from, 6 * length, ref differences), h = Take(read, ref from, 7 * length, ref differences);
            Transpose8x8.Transpose(a, b, c, d, e, f, g, h, ref to, (nuint)stride, columns);
            column += Lanes;
        }

        return differences == Vector512<byte>.Zero;
    }

    // One group of columns of one point.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<long> Take(RowRead read, ref byte from, nuint at, ref Vector512<byte> differences)
    {
        Vector512<byte> low = Vector512.LoadUnsafe(ref from, at);
        Vector512<byte> high = Vector512.LoadUnsafe(ref from, at + (nuint)Vector512<byte>.Count);
        differences |= ((low ^ read.LowBits) & read.LowPlaces) | ((high ^ read.HighBits) & read.HighPlaces);
        return (Avx512Vbmi.PermuteVar64x8x2(low, read.Order, high) & read.Keep).AsInt64();
    }

    private static bool AreOfForms(RowPlan plan, ReadOnlySpan<long> words, int stride)
    {
        Vector512<long> ctrl = Vector512.Create(words);
        Vector512<long> count = Vector512.Create(words[(ColumnIndex.Count * stride)..]);
        return Vector512.GreaterThanOrEqualAll(ctrl, Vector512.Create(plan.Ctrl.Min))
            && Vector512.LessThanOrEqualAll(ctrl, Vector512.Create(plan.Ctrl.Max))
            && Vector512.GreaterThanOrEqualAll(count, Vector512.Create(plan.Count.Min))
            && Vector512.LessThanOrEqualAll(count, Vector512.Create(plan.Count.Max));
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteEight(RowPlan plan, ReadOnlySpan<long> words, int stride, Span<byte> target)
    {
        // One group more than there may be: the last bytes of a point need one group only, but take two.
        const int RowWords = (RowPlan.MaxGroups + 1) * Lanes;
        Span<long> rows = stackalloc long[(Lanes * RowWords) + Transpose8x8.ScratchPadding];
        ref long row = ref Transpose8x8.Aligned(rows);
        for (int column = 0; column < plan.Columns; column += Lanes)
        {
            int columns = Math.Min(Lanes, plan.Columns - column);
            ReadOnlySpan<long> group = words.Slice(column * stride, ((columns - 1) * stride) + Lanes);
            Transpose8x8.Transpose(
                ref MemoryMarshal.GetReference(group),
                (nuint)stride,
                columns,
                ref Unsafe.Add(ref row, column),
                RowWords);
        }

        // From the end of a point to its start: what the last part writes too much is the start of the next point,
        // which comes later.
        ref byte to = ref MemoryMarshal.GetReference(target);
        for (int part = plan.Writes.Length - 1; part >= 0; part--)
            WritePart(
                plan.Writes[part],
                ref row,
                RowWords,
                ref Unsafe.Add(ref to, part * Vector512<byte>.Count),
                (nuint)plan.Length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WritePart(RowWrite write, ref long row, nuint rowWords, ref byte to, nuint length)
    {
        Vector512<byte> order = write.Order, places = write.Places, bits = write.Bits;
        ref long groups = ref Unsafe.Add(ref row, write.Group * Lanes);
        for (nuint point = 0; point < Lanes; point++)
        {
            Vector512<byte> low = Vector512.LoadUnsafe(ref groups, point * rowWords).AsByte();
            Vector512<byte> high = Vector512.LoadUnsafe(ref groups, (point * rowWords) + Lanes).AsByte();
            Vector512<byte> bytes = Avx512Vbmi.PermuteVar64x8x2(low, order, high);
            Vector512.ConditionalSelect(places, bits, bytes).StoreUnsafe(ref to, point * length);
        }
    }
}
