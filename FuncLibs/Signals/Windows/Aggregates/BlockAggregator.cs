using System.Runtime.Intrinsics;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Windows.Aggregates;

/// <summary>
/// Folds long windows in constant time a value, without ever taking anything out of a sum: what is past leaves no
/// rounding error, no infinity and no NaN behind. The window is the end of one block of the grid, whole blocks, and the
/// beginning of the newest block.
/// </summary>
/// <remarks>
/// Source: van Herk, A fast algorithm for local minimum and maximum filters (1992); Gil and Werman, Computing 2-D min,
/// median and max filters (1993); both for minima, but any associative operation does. The ring holds for each position
/// of a finished block the fold from there to the end of its block, and the bare terms of the newest block, which
/// become such folds in place when it is full. A running sum with subtraction was rejected: it is no faster, and one
/// large value spoils all windows up to its next restart.
/// </remarks>
internal sealed class BlockAggregator<TAggregate> : WindowAggregator
    where TAggregate : struct, IAggregate
{
    private readonly WindowGrid _grid;
    private readonly WindowLength _length;
    private readonly double[] _ring;
    private double _prefix;

    // The fold of the whole blocks [_wholeFrom, _wholeTo): follows from the ring, so it is not part of the state.
    private (long From, long To) _whole;
    private double _wholeAggregate;

    public BlockAggregator(int length)
    {
        _grid = new WindowGrid(length);
        _length = new WindowLength(length);
        _ring = new double[_grid.Capacity];
        Begin();
    }

    /// <inheritdoc/>
    public override void Begin()
    {
        Array.Fill(_ring, TAggregate.Identity[0]);
        _prefix = TAggregate.Identity[0];
        _whole = default;
    }

    /// <inheritdoc/>
    public override void Apply(long index, ReadOnlySpan<double> x, Span<double> y, bool areFull)
    {
        long position = WindowGrid.PositionOf(index);
        while (!x.IsEmpty)
        {
            int at = (int)(position - _grid.BlockStart(position));
            int count = Math.Min(x.Length, _grid.Block - at);
            Span<double> block = _ring.AsSpan(_grid.Slot(position - at), _grid.Block);
            AggregateLoops.Terms<TAggregate>(x[..count], block[at..]);
            AggregateLoops.Prefixes<TAggregate>(block, at, y[..count], ref _prefix);
            JoinOlder(position, y[..count]);
            if (areFull)
                AggregateLoops.Results<TAggregate>(y[..count], _length);
            if (at + count == _grid.Block)
                Finish(block);
            position += count;
            x = x[count..];
            y = y[count..];
        }
    }

    /// <inheritdoc/>
    public override void Write(StateWriter target, long next)
    {
        long end = WindowGrid.PositionOf(next);
        long start = _grid.BlockStart(_grid.OldestAt(end));
        int first = _grid.Slot(start);
        int untilEdge = (int)Math.Min(end - start, _ring.Length - first);
        target.AddEach(_ring.AsSpan(first, untilEdge));
        target.AddEach(_ring.AsSpan(0, (int)(end - start) - untilEdge));
    }

    /// <inheritdoc/>
    public override bool TryRead(ref StateReader source, long next)
    {
        Begin();
        long end = WindowGrid.PositionOf(next);
        for (long position = _grid.BlockStart(_grid.OldestAt(end)); position < end; position++)
        {
            if (!source.TryRead(out _ring[_grid.Slot(position)]))
                return false;
        }

        _prefix = PrefixOf(_ring.AsSpan(_grid.Slot(_grid.BlockStart(end)), (int)(end - _grid.BlockStart(end))));
        return true;
    }

    // Only whole groups of four are in the prefix; the terms of a group that is not full yet are taken from the ring
    // again.
    private static double PrefixOf(ReadOnlySpan<double> terms)
    {
        Span<double> aggregates = stackalloc double[WindowGrid.Restart];
        double prefix = TAggregate.Identity[0];
        int whole = terms.Length & ~(Vector256<double>.Count - 1);
        AggregateLoops.Prefixes<TAggregate>(terms[..whole], 0, aggregates[..whole], ref prefix);
        return prefix;
    }

    // Runs of windows that begin in the same block: the ends of that block, the whole blocks between, and the
    // beginnings that y holds.
    private void JoinOlder(long newest, Span<double> y)
    {
        long blockStart = _grid.BlockStart(newest);
        for (int done = 0; done < y.Length;)
        {
            long oldest = _grid.OldestAt(newest + done);
            long afterOldest = _grid.BlockStart(oldest) + _grid.Block;
            int run = (int)Math.Min(y.Length - done, afterOldest - oldest);
            if (oldest < blockStart)
                AggregateLoops.Ends<TAggregate>(
                    _ring.AsSpan(_grid.Slot(oldest), run), WholeBlocks(afterOldest, blockStart), y.Slice(done, run));
            done += run;
        }
    }

    private double WholeBlocks(long from, long to)
    {
        if (_whole == (from, to))
            return _wholeAggregate;
        Vector256<double> aggregate = TAggregate.Identity;
        for (long start = from; start < to; start += _grid.Block)
            aggregate = TAggregate.Combine(aggregate, Vector256.Create(_ring[_grid.Slot(start)]));
        (_whole, _wholeAggregate) = ((from, to), aggregate[0]);
        return _wholeAggregate;
    }

    private void Finish(Span<double> block)
    {
        AggregateLoops.Suffixes<TAggregate>(block);
        _prefix = TAggregate.Identity[0];
    }
}
