using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// Rows of one table that are formatted as one piece, row by row in memory, and the text that is made of them. It is
/// owned by one thread at a time: the one that fills it, the one that formats it, the one that writes it.
/// </summary>
internal class RowBatch
{
    // Raw values of a batch; its text has about two to three times as many bytes.
    private const int GatheredBytes = 1 << 20;
    private readonly long[] _times;
    private readonly long[] _elapsed;
    private readonly double[] _values;

    /// <summary>An empty batch.</summary>
    /// <param name="table">Index of its table in the file.</param>
    /// <param name="columns">Columns of the table.</param>
    public RowBatch(int table, int columns)
    {
        (Table, Columns) = (table, columns);
        int rows = Math.Max(1, GatheredBytes / (sizeof(double) * (columns + 2)));
        (_times, _elapsed, _values) = (new long[rows], new long[rows], new double[rows * columns]);
    }

    /// <summary>Index of the table.</summary>
    public int Table { get; }

    /// <summary>Values of a row.</summary>
    public int Columns { get; }

    /// <summary>Rows in it.</summary>
    public int Count { get; private set; }

    /// <summary>Number of its first row in the table.</summary>
    public long FirstRow { get; private set; }

    /// <summary>Whether no row fits any more.</summary>
    public bool IsFull => Count == _times.Length;

    /// <summary>Rows that fit it.</summary>
    public int Capacity => _times.Length;

    /// <summary>Instants of the rows, UTC ns.</summary>
    public ReadOnlySpan<long> TimesNs => _times.AsSpan(0, Count);

    /// <summary>Instants of the rows, ns since the first sample of the export.</summary>
    public ReadOnlySpan<long> ElapsedNs => _elapsed.AsSpan(0, Count);

    /// <summary>What is made of the rows.</summary>
    public RowText Text { get; } = new();

    /// <summary>Values of a row.</summary>
    public ReadOnlySpan<double> Row(int index) => _values.AsSpan(index * Columns, Columns);

    /// <summary>Empties it.</summary>
    /// <param name="firstRow">Number of the row that will be its first.</param>
    public void Clear(long firstRow)
    {
        (FirstRow, Count) = (firstRow, 0);
        Text.Clear();
    }

    /// <summary>Adds as many rows as fit.</summary>
    /// <returns>How many.</returns>
    public int Append(IExportRows rows, int from)
    {
        int count = Math.Min(rows.Count - from, _times.Length - Count);
        rows.TimesNs.Slice(from, count).CopyTo(_times.AsSpan(Count));
        rows.ElapsedNs.Slice(from, count).CopyTo(_elapsed.AsSpan(Count));
        for (int column = 0; column < Columns; column++)
        {
            ReadOnlySpan<double> values = rows.Column(column).Slice(from, count);
            for (int i = 0, at = (Count * Columns) + column; i < values.Length; i++, at += Columns)
                _values[at] = values[i];
        }

        Count += count;
        return count;
    }
}

/// <summary>
/// Batches on their way to a file: gathered by the caller, formatted by other threads, written by the caller in the
/// order in which they were gathered. At most as many batches exist as threads format, one more, and one for each
/// table. One caller.
/// </summary>
/// <typeparam name="TBatch">What a format needs of a batch.</typeparam>
/// <param name="columns">Columns of each table.</param>
/// <param name="formatters">Threads that format; 0 = the caller does it.</param>
/// <param name="create">A new batch of a table, by its index and columns.</param>
/// <param name="format">Makes the text of a batch; on any thread.</param>
/// <param name="write">Writes a batch; on the thread of the caller.</param>
internal sealed class BatchPipeline<TBatch>(
    int[] columns,
    int formatters,
    Func<int, int, TBatch> create,
    Action<TBatch> format,
    Action<TBatch> write)
    where TBatch : RowBatch
{
    private readonly TBatch?[] _filling = new TBatch?[columns.Length];
    private readonly Stack<TBatch>[] _free = [.. columns.Select(_ => new Stack<TBatch>())];
    private readonly long[] _taken = new long[columns.Length];
    private readonly Queue<(TBatch Batch, Task Formatting)> _waiting = new();

    /// <summary>Adds rows of a table.</summary>
    public async ValueTask AppendAsync(int table, IExportRows rows)
    {
        for (int from = 0; from < rows.Count;)
        {
            TBatch batch = _filling[table] ??= Rent(table);
            int taken = batch.Append(rows, from);
            from += taken;
            _taken[table] += taken;
            if (batch.IsFull)
                await SendAsync(table);
        }
    }

    /// <summary>Formats and writes all that was added.</summary>
    public async ValueTask FlushAsync()
    {
        for (int table = 0; table < _filling.Length; table++)
            await SendAsync(table);
        while (_waiting.Count > 0)
            await WriteOldestAsync();
    }

    /// <summary>Waits for the formatting threads; what they made is dropped.</summary>
    public async ValueTask StopAsync()
    {
        foreach ((TBatch _, Task formatting) in _waiting)
            await formatting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _waiting.Clear();
    }

    private TBatch Rent(int table)
    {
        TBatch batch = _free[table].Count > 0 ? _free[table].Pop() : create(table, columns[table]);
        batch.Clear(_taken[table]);
        return batch;
    }

    private async ValueTask SendAsync(int table)
    {
        if (_filling[table] is not { } batch)
            return;
        _filling[table] = null;
        if (formatters == 0)
        {
            format(batch);
            Write(batch);
            return;
        }

        if (_waiting.Count > formatters)
            await WriteOldestAsync();
        _waiting.Enqueue((batch, Task.Run(() => format(batch))));
    }

    private async ValueTask WriteOldestAsync()
    {
        (TBatch batch, Task formatting) = _waiting.Dequeue();
        await formatting;
        Write(batch);
    }

    private void Write(TBatch batch)
    {
        write(batch);
        _free[batch.Table].Push(batch);
    }
}
