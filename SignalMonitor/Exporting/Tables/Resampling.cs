using System.Collections.Immutable;
using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Exporting.Tables;

/// <summary>How a resampled row takes the value of a channel.</summary>
internal enum ResampleMethod : byte
{
    /// <summary>The last sample at or before the instant of the row.</summary>
    Hold,

    /// <summary>On the straight line between the samples before and after it.</summary>
    Linear,

    /// <summary>Mean of the samples from the instant of the row up to the next row.</summary>
    Mean,
}

/// <summary>
/// All channels of an export at one rate. Rows are at whole multiples of the interval since the first sample. A gap in
/// the samples is a gap in the rows: nothing is filled in. Memory: one sample of each channel, and the rows of a block.
/// </summary>
internal sealed class ResampledRows : IExportRows
{
    private readonly ImmutableArray<TableResampler> _parts;
    private readonly (TableResampler Part, int Column)[] _columns;
    private long[] _times = [];
    private long[] _elapsed = [];
    private long _row;
    private long _offsetNs;
    private long _endNs;
    private bool _hasBegun;

    /// <summary>Resamples tables of several rates into one.</summary>
    public ResampledRows(ImmutableArray<ExportTable> tables, double rateHz, ResampleMethod method)
    {
        _parts = [.. tables.Select(table => new TableResampler(table.Columns.Length, rateHz, method))];
        var columns = tables
            .SelectMany((table, part) => table.Columns.Select((column, index) => (Column: column, Part: part, index)))
            .OrderBy(each => each.Column.Kind != ColumnKind.Measured)
            .ThenBy(each => each.Column.Place)
            .ThenBy(each => each.Column.Kind)
            .ToArray();
        Table = new ExportTable(rateHz, [.. columns.Select(each => each.Column)]);
        _columns = [.. columns.Select(each => (_parts[each.Part], each.index))];
    }

    /// <summary>What the rows are.</summary>
    public ExportTable Table { get; }

    /// <inheritdoc/>
    public int Count { get; private set; }

    /// <inheritdoc/>
    public ReadOnlySpan<long> TimesNs => _times.AsSpan(0, Count);

    /// <inheritdoc/>
    public ReadOnlySpan<long> ElapsedNs => _elapsed.AsSpan(0, Count);

    /// <inheritdoc/>
    public ReadOnlySpan<double> Column(int index) => _columns[index].Part.Rows(_columns[index].Column, Count);

    /// <summary>
    /// Takes a block; rows that are complete by it can be read until the next call. Before one that does not follow the
    /// block before it, <see cref="End"/> is called.
    /// </summary>
    /// <param name="blocks">Its rows in each table.</param>
    /// <param name="timeNs">Due time of its first sample, UTC ns.</param>
    /// <param name="elapsedNs">The same since the first sample of the export.</param>
    /// <param name="durationNs">How much time it covers.</param>
    public void Append(ImmutableArray<BlockRows> blocks, long timeNs, long elapsedNs, long durationNs)
    {
        Discard();
        if (!_hasBegun)
            Begin(elapsedNs);
        (_endNs, _offsetNs) = (elapsedNs + durationNs, timeNs - elapsedNs);
        for (int i = 0; i < _parts.Length; i++)
            _parts[i].Append(blocks[i], _endNs);
        Expose();
    }

    /// <summary>Ends a stretch without gaps: its last rows can be read, with what there is of their samples.</summary>
    public void End()
    {
        Discard();
        foreach (TableResampler part in _parts)
            part.End(_endNs);
        Expose();
        _hasBegun = false;
    }

    private void Begin(long elapsedNs)
    {
        foreach (TableResampler part in _parts)
            _row = part.Begin(elapsedNs);
        _hasBegun = true;
    }

    private void Discard()
    {
        foreach (TableResampler part in _parts)
            part.Discard(Count);
        _row += Count;
        Count = 0;
    }

    private void Expose()
    {
        Count = _parts.Min(part => part.Ready);
        if (_times.Length < Count)
            (_times, _elapsed) = (new long[Count], new long[Count]);
        for (int i = 0; i < Count; i++)
        {
            _elapsed[i] = SampleClock.NsOf(_row + i, Table.RateHz);
            _times[i] = _elapsed[i] + _offsetNs;
        }
    }
}

/// <summary>The columns of one source table at another rate.</summary>
/// <param name="columns">How many.</param>
/// <param name="rateHz">Rows a second.</param>
/// <param name="method">How a row takes its value.</param>
internal sealed class TableResampler(int columns, double rateHz, ResampleMethod method)
{
    private readonly double[] _last = new double[columns];
    private readonly double[] _sums = new double[columns];
    private readonly long[] _counts = new long[columns];
    private readonly double[][] _rows = [.. Enumerable.Range(0, columns).Select(_ => Array.Empty<double>())];
    private long _next;
    private long _lastNs;
    private bool _hasLast;

    /// <summary>Rows that can be read.</summary>
    public int Ready { get; private set; }

    /// <summary>Values of the first rows of a column.</summary>
    public ReadOnlySpan<double> Rows(int column, int count) => _rows[column].AsSpan(0, count);

    /// <summary>Begins a stretch without gaps; returns the number of its first row.</summary>
    public long Begin(long elapsedNs)
    {
        _next = FirstFrom(elapsedNs);
        if (method == ResampleMethod.Mean && SampleClock.NsOf(_next, rateHz) > elapsedNs)
            _next--;
        _hasLast = false;
        Array.Clear(_sums);
        Array.Clear(_counts);
        return _next;
    }

    /// <summary>Takes the rows of a block, which ends at a time since the first sample.</summary>
    public void Append(BlockRows rows, long endNs)
    {
        Reserve(Ready + (int)(FirstFrom(endNs) - _next) + 1);
        (long next, int ready) = (_next, Ready);
        for (int column = 0; column < columns; column++)
        {
            (_next, Ready) = (next, ready);
            Append(column, rows, endNs);
        }

        if (rows.Count > 0)
            (_lastNs, _hasLast) = (rows.ElapsedNs[^1], true);
    }

    /// <summary>Adds the rows up to the end of a stretch.</summary>
    public void End(long endNs)
    {
        Reserve(Ready + (int)(FirstFrom(endNs) - _next) + 1);
        (long next, int ready) = (_next, Ready);
        for (int column = 0; column < columns; column++)
        {
            (_next, Ready) = (next, ready);
            while (SampleClock.NsOf(_next, rateHz) < endNs)
                Add(column, method == ResampleMethod.Mean ? AppendMean(column) : double.NaN);
        }
    }

    /// <summary>Drops the first rows.</summary>
    public void Discard(int count)
    {
        Ready -= count;
        foreach (double[] rows in _rows)
            rows.AsSpan(count, Ready).CopyTo(rows);
    }

    private void Append(int column, BlockRows rows, long endNs)
    {
        ReadOnlySpan<double> values = rows.Column(column);
        ReadOnlySpan<long> instants = rows.ElapsedNs;
        (double last, long lastNs, bool hasLast) = (_last[column], _lastNs, _hasLast);
        for (int i = 0; i < values.Length; i++)
        {
            switch (method)
            {
                case ResampleMethod.Hold:
                    while (SampleClock.NsOf(_next, rateHz) < instants[i])
                        Add(column, hasLast ? last : double.NaN);
                    break;
                case ResampleMethod.Linear:
                    for (long ns; (ns = SampleClock.NsOf(_next, rateHz)) <= instants[i];)
                        Add(column, Between(ns, lastNs, hasLast ? last : double.NaN, instants[i], values[i]));
                    break;
                default:
                    while (SampleClock.NsOf(_next + 1, rateHz) <= instants[i])
                        Add(column, AppendMean(column));
                    _sums[column] += values[i];
                    _counts[column]++;
                    break;
            }

            (last, lastNs, hasLast) = (values[i], instants[i], true);
        }

        _last[column] = last;
        if (method == ResampleMethod.Hold)
        {
            while (SampleClock.NsOf(_next, rateHz) < endNs)
                Add(column, hasLast ? last : double.NaN);
        }
    }

    private static double Between(long ns, long beforeNs, double before, long afterNs, double after)
    {
        if (ns == afterNs)
            return after;
        return before + ((after - before) * ((double)(ns - beforeNs) / (afterNs - beforeNs)));
    }

    private double AppendMean(int column)
    {
        double mean = _counts[column] == 0 ? double.NaN : _sums[column] / _counts[column];
        (_sums[column], _counts[column]) = (0, 0);
        return mean;
    }

    private void Add(int column, double value)
    {
        _rows[column][Ready++] = value;
        _next++;
    }

    private long FirstFrom(long elapsedNs)
    {
        // Below 0 after a clock that was set back to before the first sample of the export.
        long row = (long)Math.Floor(elapsedNs * (rateHz / UtcClock.NanosecondsPerSecond)) - 1;
        while (SampleClock.NsOf(row, rateHz) < elapsedNs)
            row++;
        return row;
    }

    private void Reserve(int rows)
    {
        for (int column = 0; column < columns && _rows[column].Length < rows; column++)
            Array.Resize(ref _rows[column], rows);
    }
}
