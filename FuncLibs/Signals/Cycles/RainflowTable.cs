using System.Collections.Immutable;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// <c>rainflow(x, band = 0)</c>: ranges with their means and cycles, identical ones in one row, the smallest range
/// first. Four-point method as values come; what is left over counts as half cycles, which is what the three-point form
/// of ASTM E1049-85, 5.4.4 gives. First and last point are reversals.
/// </summary>
/// <remarks>
/// The table is that of the signal as if it ended now: closed cycles and the residue, the farthest point in the present
/// direction included. Memory is bounded, 1.5 MB: very many different cycles go into classes
/// (<see cref="RainflowClasses"/>), and a residue of more than 65,536 reversals closes its oldest as halves
/// (<see cref="ClosedEarly"/>). A gap changes nothing: what comes after it continues from what was before.
/// </remarks>
public sealed class RainflowTable : ITableState
{
    private readonly RainflowStack _residue;
    private readonly RainflowClasses _closed;
    private ReversalDetector _reversals;

    /// <summary>A count of nothing.</summary>
    /// <param name="band">Noise band in the unit of the signal; 0 or more. Ranges of at most the band are not
    /// counted.</param>
    /// <param name="residue">Most reversals of the residue; a power of two, 4 to 65,536.</param>
    /// <param name="rows">Most rows of closed cycles before they go into classes; a power of two, 64 to 32,768.</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is out of its range.</exception>
    public RainflowTable(double band = 0, int residue = RainflowStack.MaxCapacity, int rows = RainflowClasses.MaxLimit)
    {
        _reversals = new ReversalDetector(band);
        _residue = new RainflowStack(residue);
        _closed = new RainflowClasses(rows);
    }

    /// <inheritdoc/>
    public QualityRule Quality => QualityRule.Running;

    /// <inheritdoc/>
    public long MaxBytes => SignalState.SmallBytes + _residue.Bytes + _closed.Bytes;

    /// <inheritdoc/>
    public ImmutableArray<string> Columns { get; } = ["range", "mean", "count"];

    /// <summary>Cycles closed by the four-point rule.</summary>
    public long Closed { get; private set; }

    /// <summary>
    /// Half cycles that a full residue closed early: an event for the log, for the count is then no longer that of the
    /// whole signal.
    /// </summary>
    public long ClosedEarly { get; private set; }

    /// <summary>Width of the classes in the unit of the signal; 0 while every range is exact.</summary>
    public double ClassWidth => _closed.Width;

    /// <inheritdoc/>
    public TableLoss Loss => new(0, ClassWidth, ClosedEarly);

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x)
    {
        int at = 0;
        while (_reversals.TryFind(index, x, ref at))
            Add(_reversals.Last.Value);
    }

    /// <inheritdoc/>
    public ImmutableArray<ImmutableArray<double>> Rows()
    {
        var halves = new Dictionary<(double Range, double Mean), long>(_closed.Count);
        for (int row = 0; row < _closed.Count; row++)
        {
            (double range, double mean, long count) = _closed.Row(row);
            halves[(range, mean)] = count;
        }

        AddResidue(halves);
        return
        [
            .. halves.OrderBy(row => row.Key.Range).ThenBy(row => row.Key.Mean)
                .Select(
                    row => ImmutableArray.Create(
                        _closed.ValueOf(row.Key.Range), _closed.ValueOf(row.Key.Mean), row.Value / 2.0)),
        ];
    }

    /// <inheritdoc/>
    public void Gap()
    {
        // Held: the range over the gap is that of its ends, and the quality is uncertain.
    }

    /// <inheritdoc/>
    public void Reset()
    {
        _reversals.Reset();
        _residue.Clear();
        _closed.Clear();
        (Closed, ClosedEarly) = (0, 0);
    }

    /// <inheritdoc/>
    public void Save(StateWriter target)
    {
        _reversals.Save(target);
        _residue.Save(target);
        _closed.Save(target);
        target.Add(Closed);
        target.Add(ClosedEarly);
    }

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        bool isWhole = _reversals.TryLoad(ref source) && _residue.TryLoad(ref source) && _closed.TryLoad(ref source)
            && TryLoadCounts(ref source);
        if (!isWhole)
            Reset();
        return isWhole;
    }

    private bool TryLoadCounts(ref StateReader source)
    {
        if (!source.TryRead(0, long.MaxValue, out long closed) || !source.TryRead(0, long.MaxValue, out long early))
            return false;
        (Closed, ClosedEarly) = (closed, early);
        return true;
    }

    private void Add(double reversal)
    {
        if (_residue.IsFull)
        {
            (double from, double to) = _residue.TakeOldest();
            _closed.Add(from, to, 1);
            ClosedEarly++;
        }

        _residue.Push(reversal);
        while (_residue.TryClose(out double from, out double to))
        {
            _closed.Add(from, to, 2);
            Closed++;
        }
    }

    private void AddResidue(Dictionary<(double Range, double Mean), long> halves)
    {
        RainflowStack residue = _residue.Copy();
        if (_reversals.HasOpen)
        {
            if (residue.IsFull)
                Count(halves, residue.TakeOldest(), 1);
            residue.Push(_reversals.Open.Value);
        }

        while (residue.TryClose(out double from, out double to))
            Count(halves, (from, to), 2);
        for (int i = 1; i < residue.Count; i++)
            Count(halves, (residue[i - 1], residue[i]), 1);
    }

    private void Count(Dictionary<(double Range, double Mean), long> halves, (double From, double To) ends, long count)
    {
        (double, double) key = _closed.KeyOf(ends.From, ends.To);
        halves[key] = halves.GetValueOrDefault(key) + count;
    }
}
