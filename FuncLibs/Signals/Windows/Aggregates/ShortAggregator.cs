using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Windows.Aggregates;

/// <summary>
/// Folds each short window by halves: values half a window apart, then a quarter apart, down to neighbours, for many
/// windows side by side in a vector. A length that is no power of two is put together from the powers in it, the least
/// first at the oldest values, by doubling. Nothing is carried from window to window, so a result has the bits of its
/// window alone.
/// </summary>
/// <remarks>
/// Rejected: prefix and suffix sums inside blocks, as <see cref="BlockAggregator{TAggregate}"/> has them, of 64 values.
/// Less work, but shuffles and short loops: 12.5 us instead of 7.5 or less for 16,000 values.
/// </remarks>
internal sealed class ShortAggregator<TAggregate> : WindowAggregator
    where TAggregate : struct, IAggregate
{
    private const int Chunk = 1024;
    private const int LineBytes = 64;

    // The last length - 1 terms.
    private readonly double[] _past;

    // The same and those of a chunk; then in place folds of ever more of them, each at its oldest. Begins at a border
    // of the cache's lines, or half of the wide loads would touch two of them: pinned, so that it stays there.
    private readonly double[] _aggregates;
    private readonly int _border;
    private readonly int _length;
    private readonly WindowLength _window;

    public ShortAggregator(int length)
    {
        _length = length;
        _window = new WindowLength(length);
        _past = new double[length - 1];
        _aggregates = GC.AllocateArray<double>(_past.Length + Chunk + Vector512<double>.Count, pinned: true);
        long address = Marshal.UnsafeAddrOfPinnedArrayElement(_aggregates, 0);
        _border = (int)(-address & (LineBytes - 1)) / sizeof(double);
        Begin();
    }

    /// <inheritdoc/>
    public override void Begin() => Array.Fill(_past, TAggregate.Identity[0]);

    /// <inheritdoc/>
    public override void Apply(long index, ReadOnlySpan<double> x, Span<double> y, bool areFull)
    {
        while (!x.IsEmpty)
        {
            int count = Math.Min(x.Length, Chunk);
            Span<double> aggregates = _aggregates.AsSpan(_border, _past.Length + count);
            _past.CopyTo(aggregates);
            AggregateLoops.Terms<TAggregate>(x[..count], aggregates[_past.Length..]);
            aggregates[count..].CopyTo(_past);
            Aggregate(aggregates, y[..count], areFull);
            x = x[count..];
            y = y[count..];
        }
    }

    /// <inheritdoc/>
    public override void Write(StateWriter target, long next) => target.AddEach(_past);

    /// <inheritdoc/>
    public override bool TryRead(ref StateReader source, long next)
    {
        foreach (ref double term in _past.AsSpan())
        {
            if (!source.TryRead(out term))
                return false;
        }

        return true;
    }

    private void Aggregate(Span<double> aggregates, Span<double> y, bool areFull)
    {
        if (BitOperations.IsPow2(_length))
        {
            AggregatePower(aggregates, y, areFull);
            return;
        }

        AggregatePowers(aggregates, y);
        if (areFull)
            AggregateLoops.Results<TAggregate>(y, _window);
    }

    // The widest distance first: then the loads that touch two lines fall into the last pass, where they hide behind
    // the root.
    private void AggregatePower(Span<double> aggregates, Span<double> y, bool areFull)
    {
        int distance = _length;
        if (BitOperations.Log2((uint)_length) % 2 == 1)
        {
            distance /= 2;
            aggregates = Pairs(aggregates, distance);
        }

        for (; distance > 4; aggregates = aggregates[..^(3 * distance)])
        {
            distance /= 4;
            Fours(aggregates, aggregates[..^(3 * distance)], distance, areResults: false);
        }

        if (distance == 4)
        {
            Fours(aggregates, y, 1, areFull);
            return;
        }

        aggregates.CopyTo(y);
        if (areFull)
            AggregateLoops.Results<TAggregate>(y, _window);
    }

    private void AggregatePowers(Span<double> aggregates, Span<double> y)
    {
        int taken = 0;
        for (int width = 1; taken < _length; width *= 2)
        {
            if ((_length & width) != 0)
            {
                Span<double> part = aggregates.Slice(taken, y.Length);
                if (taken == 0)
                    part.CopyTo(y);
                else
                    Join(y, part, y);
                taken += width;
            }

            if (taken < _length)
                aggregates = Pairs(aggregates, width);
        }
    }

    // In place: each value is read before it is written, because what is read is at its place or after.
    private static Span<double> Pairs(Span<double> aggregates, int distance)
    {
        Span<double> pairs = aggregates[..^distance];
        Join(pairs, aggregates[distance..], pairs);
        return pairs;
    }

    private static void Join(ReadOnlySpan<double> older, ReadOnlySpan<double> newer, Span<double> target)
    {
        ref double first = ref MemoryMarshal.GetReference(older);
        ref double second = ref MemoryMarshal.GetReference(newer);
        ref double to = ref MemoryMarshal.GetReference(target);
        int i = 0;
        for (; i <= target.Length - Vector512<double>.Count; i += Vector512<double>.Count)
            TAggregate
                .Combine(Vector512.LoadUnsafe(ref first, (nuint)i), Vector512.LoadUnsafe(ref second, (nuint)i))
                .StoreUnsafe(ref to, (nuint)i);
        for (; i < target.Length; i++)
            target[i] = JoinOne(older[i], newer[i]);
    }

    // Two halvings in one pass: values at four places, each the distance apart.
    private void Fours(ReadOnlySpan<double> aggregates, Span<double> target, int distance, bool areResults)
    {
        ref double from = ref MemoryMarshal.GetReference(aggregates);
        ref double to = ref MemoryMarshal.GetReference(target);
        WindowLength window = _window;
        int i = 0;
        for (; i <= target.Length - Vector512<double>.Count; i += Vector512<double>.Count)
        {
            ref double first = ref Unsafe.Add(ref from, i);
            Vector512<double> older = TAggregate.Combine(
                Vector512.LoadUnsafe(ref first), Vector512.LoadUnsafe(ref first, (nuint)distance));
            Vector512<double> newer = TAggregate.Combine(
                Vector512.LoadUnsafe(ref first, (nuint)(2 * distance)),
                Vector512.LoadUnsafe(ref first, (nuint)(3 * distance)));
            Vector512<double> four = TAggregate.Combine(older, newer);
            (areResults ? TAggregate.Result(four, window) : four).StoreUnsafe(ref to, (nuint)i);
        }

        int rest = i;
        for (; i < target.Length; i++)
            target[i] = JoinOne(
                JoinOne(aggregates[i], aggregates[i + distance]),
                JoinOne(aggregates[i + (2 * distance)], aggregates[i + (3 * distance)]));
        if (areResults)
            AggregateLoops.Results<TAggregate>(target[rest..], window);
    }

    private static double JoinOne(double older, double newer) =>
        TAggregate.Combine(Vector256.Create(older), Vector256.Create(newer))[0];
}
