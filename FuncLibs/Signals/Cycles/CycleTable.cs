using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// <c>cycles(x, band = 0)</c>: a row for each closed cycle, up to a capacity the newest, oldest first.
/// Older rows make room and are counted by <see cref="Dropped"/>; who needs all of a long test reads before they go.
/// </summary>
public sealed class CycleTable : ITableState
{
    /// <summary>Rows kept when nothing else is requested: 2 MB.</summary>
    public const int DefaultCapacity = 65_536;

    private readonly double _rateHz;
    private readonly Cycle[] _rows;
    private CycleTracker _cycles;
    private int _count;

    /// <summary>A table without rows.</summary>
    /// <param name="band">Noise band in the unit of the signal; 0 or more.</param>
    /// <param name="rateHz">Samples a second of the channel; finite, above 0.</param>
    /// <param name="capacity">Rows kept, 1 to <see cref="DefaultCapacity"/>; all of the memory is taken here, 32 bytes
    /// each.</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is out of its range.</exception>
    public CycleTable(double band, double rateHz, int capacity = DefaultCapacity)
    {
        if (!(rateHz > 0 && double.IsFinite(rateHz)))
            throw new ArgumentOutOfRangeException(
                nameof(rateHz), rateHz, "The sample rate is a finite number above 0.");
        if (capacity is < 1 or > DefaultCapacity)
            throw new ArgumentOutOfRangeException(
                nameof(capacity), capacity, $"A table keeps 1 to {DefaultCapacity} rows.");
        (_rateHz, _cycles, _rows) = (rateHz, new CycleTracker(band), new Cycle[capacity]);
    }

    /// <inheritdoc/>
    public QualityRule Quality => QualityRule.Running;

    /// <inheritdoc/>
    public long MaxBytes => SignalState.SmallBytes + ((long)_rows.Length * Unsafe.SizeOf<Cycle>());

    /// <inheritdoc/>
    public ImmutableArray<string> Columns { get; } =
        ["index", "peak", "valley", "range", "mean", "rratio", "frequency"];

    /// <summary>Cycles closed since the beginning: the number of the newest row, counted from 1.</summary>
    public long Closed => _cycles.Closed;

    /// <summary>Rows that made room.</summary>
    public long Dropped => _cycles.Closed - _count;

    /// <inheritdoc/>
    public TableLoss Loss => new(Dropped, 0, 0);

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x)
    {
        int at = 0;
        while (_cycles.TryClose(index, x, ref at))
        {
            _rows[SlotOf(_cycles.Closed)] = _cycles.Last;
            _count = Math.Min(_count + 1, _rows.Length);
        }
    }

    /// <inheritdoc/>
    public ImmutableArray<ImmutableArray<double>> Rows()
    {
        ImmutableArray<ImmutableArray<double>>.Builder rows = ImmutableArray.CreateBuilder<ImmutableArray<double>>(
            _count);
        for (long number = Dropped + 1; number <= Closed; number++)
        {
            Cycle cycle = _rows[SlotOf(number)];
            rows.Add(
                [
                    cycle.Index, cycle.Peak, cycle.Valley, cycle.Range, cycle.Mean, cycle.RRatio,
                    cycle.Frequency(_rateHz),
                ]);
        }

        return rows.MoveToImmutable();
    }

    /// <inheritdoc/>
    public void Gap() => _cycles.Gap();

    /// <inheritdoc/>
    public void Reset()
    {
        _cycles.Reset();
        _count = 0;
    }

    /// <inheritdoc/>
    public void Save(StateWriter target)
    {
        _cycles.Save(target);
        target.Add(_count);
        for (long number = Dropped + 1; number <= Closed; number++)
        {
            Cycle cycle = _rows[SlotOf(number)];
            target.Add(cycle.StartIndex);
            target.Add(cycle.Index);
            target.Add(cycle.Peak);
            target.Add(cycle.Valley);
        }
    }

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        Reset();
        bool isWhole = _cycles.TryLoad(ref source)
            && source.TryRead(0, Math.Min(_rows.Length, _cycles.Closed), out long count)
            && TryLoadRows(ref source, (int)count);
        if (!isWhole)
            Reset();
        return isWhole;
    }

    private bool TryLoadRows(ref StateReader source, int count)
    {
        _count = count;
        for (long number = Dropped + 1; number <= Closed; number++)
        {
            if (!source.TryRead(out long start) || !source.TryRead(out long index)
                || !source.TryRead(out double peak) || !source.TryRead(out double valley))
                return false;
            _rows[SlotOf(number)] = new Cycle(start, index, peak, valley);
        }

        return true;
    }

    private int SlotOf(long number) => (int)((number - 1) % _rows.Length);
}
