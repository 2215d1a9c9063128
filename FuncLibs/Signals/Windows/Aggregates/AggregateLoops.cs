using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Signals.Windows.Aggregates;

/// <summary>
/// The loops over one block. The order in which values are joined is fixed by their place in the block: groups of four,
/// inside a group x0, x0+x1, x0+(x1+x2), (x0+x1)+(x2+x3), then group after group; so neither vectors nor the cut of the
/// stream change a bit.
/// </summary>
internal static class AggregateLoops
{
    private const int Lanes = 4;

    /// <summary>The terms of values.</summary>
    public static void Terms<TAggregate>(ReadOnlySpan<double> x, Span<double> terms)
        where TAggregate : struct, IAggregate
    {
        ref double from = ref MemoryMarshal.GetReference(x);
        ref double to = ref MemoryMarshal.GetReference(terms);
        int i = 0;
        for (; i <= x.Length - Vector512<double>.Count; i += Vector512<double>.Count)
            TAggregate.Term(Vector512.LoadUnsafe(ref from, (nuint)i)).StoreUnsafe(ref to, (nuint)i);
        for (; i < x.Length; i++)
            terms[i] = TAggregate.Term(Vector512.Create(x[i]))[0];
    }

    /// <summary>For each place from <paramref name="at"/> on, the fold from the beginning of the block to it.</summary>
    /// <param name="block">Whole groups of terms; what is after the places requested does not matter.</param>
    /// <param name="at">The first place.</param>
    /// <param name="y">The folds.</param>
    /// <param name="prefix">The fold of all whole groups before it; afterwards, before the next place.</param>
    public static void Prefixes<TAggregate>(ReadOnlySpan<double> block, int at, Span<double> y, ref double prefix)
        where TAggregate : struct, IAggregate
    {
        Vector256<double> before = Vector256.Create(prefix);
        ref double from = ref MemoryMarshal.GetReference(block);
        ref double to = ref MemoryMarshal.GetReference(y);
        int end = at + y.Length;
        int group = at & -Lanes;
        if (group < at)
        {
            Vector256<double> aggregates = Partial<TAggregate>(block, y, group, at, before);
            before = group + Lanes <= end ? Vector256.Create(aggregates[Lanes - 1]) : before;
            group += Lanes;
        }

        for (; group <= end - Lanes; group += Lanes)
        {
            Vector256<double> aggregates = Scan<TAggregate>(Vector256.LoadUnsafe(ref from, (nuint)group));
            TAggregate.Combine(before, aggregates).StoreUnsafe(ref to, (nuint)(group - at));
            before = TAggregate.Combine(before, Vector256.Shuffle(aggregates, Vector256.Create(3, 3, 3, 3)));
        }

        if (group < end)
            _ = Partial<TAggregate>(block, y, group, at, before);
        prefix = before[0];
    }

    /// <summary>Each term of a block becomes the fold from its place to the end of the block.</summary>
    public static void Suffixes<TAggregate>(Span<double> block)
        where TAggregate : struct, IAggregate
    {
        Vector256<double> after = TAggregate.Identity;
        ref double terms = ref MemoryMarshal.GetReference(block);
        for (int group = block.Length - Lanes; group >= 0; group -= Lanes)
        {
            Vector256<double> aggregates = ScanBack<TAggregate>(Vector256.LoadUnsafe(ref terms, (nuint)group));
            TAggregate.Combine(aggregates, after).StoreUnsafe(ref terms, (nuint)group);
            after = TAggregate.Combine(Vector256.Shuffle(aggregates, Vector256.Create(0, 0, 0, 0)), after);
        }
    }

    /// <summary>
    /// Puts the ends of the oldest block and the whole blocks between before the beginnings that y holds.
    /// </summary>
    public static void Ends<TAggregate>(ReadOnlySpan<double> ends, double whole, Span<double> y)
        where TAggregate : struct, IAggregate
    {
        Vector256<double> between = Vector256.Create(whole);
        ref double from = ref MemoryMarshal.GetReference(ends);
        ref double to = ref MemoryMarshal.GetReference(y);
        int i = 0;
        for (; i <= y.Length - Lanes; i += Lanes)
        {
            Vector256<double> older = TAggregate.Combine(Vector256.LoadUnsafe(ref from, (nuint)i), between);
            TAggregate.Combine(older, Vector256.LoadUnsafe(ref to, (nuint)i)).StoreUnsafe(ref to, (nuint)i);
        }

        for (; i < y.Length; i++)
            y[i] =
                TAggregate.Combine(TAggregate.Combine(Vector256.Create(ends[i]), between), Vector256.Create(y[i]))[0];
    }

    /// <summary>Folds of full windows become results.</summary>
    public static void Results<TAggregate>(Span<double> aggregates, WindowLength length)
        where TAggregate : struct, IAggregate
    {
        Span<Vector512<double>> wide = MemoryMarshal.Cast<double, Vector512<double>>(aggregates);
        foreach (ref Vector512<double> some in wide)
            some = TAggregate.Result(some, length);
        foreach (ref double one in aggregates[(wide.Length * Vector512<double>.Count)..])
            one = TAggregate.Result(Vector512.Create(one), length)[0];
    }

    // A group of which the first or the last places are not requested.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Vector256<double> Partial<TAggregate>(
        ReadOnlySpan<double> block, Span<double> y, int group, int at, Vector256<double> before)
        where TAggregate : struct, IAggregate
    {
        Vector256<double> aggregates = TAggregate.Combine(
            before, Scan<TAggregate>(Vector256.Create(block.Slice(group, Lanes))));
        for (int place = Math.Max(group, at); place < Math.Min(group + Lanes, at + y.Length); place++)
            y[place - at] = aggregates[place - group];
        return aggregates;
    }

    private static Vector256<double> Scan<TAggregate>(Vector256<double> x)
        where TAggregate : struct, IAggregate
    {
        Vector256<double> byOne = Vector256.Shuffle(x, Vector256.Create(0, 0, 1, 2));
        x = TAggregate.Combine(
            Vector256.ConditionalSelect(Vector256.Create(-1L, 0, 0, 0).AsDouble(), TAggregate.Identity, byOne), x);
        Vector256<double> byTwo = Vector256.Shuffle(x, Vector256.Create(0, 0, 0, 1));
        return TAggregate.Combine(
            Vector256.ConditionalSelect(Vector256.Create(-1L, -1, 0, 0).AsDouble(), TAggregate.Identity, byTwo), x);
    }

    private static Vector256<double> ScanBack<TAggregate>(Vector256<double> x)
        where TAggregate : struct, IAggregate
    {
        Vector256<double> byOne = Vector256.Shuffle(x, Vector256.Create(1, 2, 3, 3));
        x = TAggregate.Combine(
            x, Vector256.ConditionalSelect(Vector256.Create(0, 0, 0, -1L).AsDouble(), TAggregate.Identity, byOne));
        Vector256<double> byTwo = Vector256.Shuffle(x, Vector256.Create(2, 3, 3, 3));
        return TAggregate.Combine(
            x, Vector256.ConditionalSelect(Vector256.Create(0, 0, -1L, -1L).AsDouble(), TAggregate.Identity, byTwo));
    }
}
