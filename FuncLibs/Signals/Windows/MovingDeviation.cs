using System.Runtime.CompilerServices;
using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Windows.Aggregates;

namespace FuncLibs.Signals.Windows;

/// <summary>
/// The sample deviation of the last values, in constant time a value, from the moments of the end of a block, of whole
/// blocks and of the beginning of the newest one; see <see cref="Aggregates.BlockAggregator{TAggregate}"/>. Nothing is
/// subtracted from a sum.
/// </summary>
internal sealed class MovingDeviation : WindowState
{
    // Second form of the saved state: 0.1.0 saved a mean in one number.
    private const double Form = 2;
    private readonly WindowGrid _grid;

    // Of a finished block the moments from each position to its end; of the newest one those of each value alone.
    private readonly Moments[] _ring;
    private Moments _prefix;
    private (long From, long To) _whole;
    private Moments _wholeMoments;

    public MovingDeviation(int length)
        : base("movstd", length, Form)
    {
        _grid = new WindowGrid(length);
        _ring = new Moments[_grid.Capacity];
    }

    /// <inheritdoc/>
    public override long MaxBytes => SmallBytes + ((long)_ring.Length * Unsafe.SizeOf<Moments>());

    protected override void Begin()
    {
        Array.Clear(_ring);
        (_prefix, _whole) = (default, default);
    }

    protected override void Slide(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        long position = WindowGrid.PositionOf(index);
        for (int i = 0; i < x.Length; i++)
            y[i] = Next(position + i, x[i]);
    }

    protected override void WriteWindow(StateWriter target, long next)
    {
        long end = WindowGrid.PositionOf(next);
        for (long position = _grid.BlockStart(_grid.OldestAt(end)); position < end; position++)
        {
            Moments moments = _ring[_grid.Slot(position)];
            target.Add(moments.Count);
            target.Add(moments.Base);
            target.Add(moments.Off);
            target.Add(moments.Squares);
        }
    }

    protected override bool TryReadWindow(ref StateReader source, long next)
    {
        long end = WindowGrid.PositionOf(next);
        for (long position = _grid.BlockStart(_grid.OldestAt(end)); position < end; position++)
        {
            if (!source.TryRead(out double count) || !source.TryRead(out double one) || !source.TryRead(out double off)
                || !source.TryRead(out double squares))
                return false;
            _ring[_grid.Slot(position)] = new Moments(count, one, off, squares);
        }

        for (long position = _grid.BlockStart(end); position < end; position++)
        {
            Moments one = _ring[_grid.Slot(position)];
            _prefix = one.Count == 0 ? _prefix : _prefix.With(one.Base);
        }

        return true;
    }

    private double Next(long position, double x)
    {
        _prefix = _prefix.With(x);
        _ring[_grid.Slot(position)] = new Moments(1, x, 0, 0);
        long blockStart = _grid.BlockStart(position);
        long oldest = _grid.OldestAt(position);
        Moments window = oldest >= blockStart
            ? _prefix
            : Moments.Join(
                Moments.Join(
                    _ring[_grid.Slot(oldest)], WholeBlocks(_grid.BlockStart(oldest) + _grid.Block, blockStart)),
                _prefix);
        if (position + 1 == blockStart + _grid.Block)
            Finish(_ring.AsSpan(_grid.Slot(blockStart), _grid.Block));
        return window.Deviation;
    }

    private Moments WholeBlocks(long from, long to)
    {
        if (_whole == (from, to))
            return _wholeMoments;
        Moments whole = default;
        for (long start = from; start < to; start += _grid.Block)
            whole = Moments.Join(whole, _ring[_grid.Slot(start)]);
        (_whole, _wholeMoments) = ((from, to), whole);
        return whole;
    }

    private void Finish(Span<Moments> block)
    {
        Moments suffix = default;
        for (int place = block.Length - 1; place >= 0; place--)
        {
            suffix = block[place].Count == 0 ? suffix : suffix.With(block[place].Base);
            block[place] = suffix;
        }

        _prefix = default;
    }
}
