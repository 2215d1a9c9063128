using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>A form of one row of a table as text.</summary>
internal interface IRowFormat
{
    /// <summary>Adds a row. Called by several threads, each with a text of its own.</summary>
    /// <param name="text">Where it goes.</param>
    /// <param name="timeNs">UTC ns.</param>
    /// <param name="elapsedNs">ns since the first sample of the export.</param>
    /// <param name="values">A value for each column; NaN where there is none.</param>
    void Write(RowText text, long timeNs, long elapsedNs, ReadOnlySpan<double> values);
}

/// <summary>
/// A text file of rows. Most of its time is the conversion of numbers, so rows are gathered and formatted by all
/// processors at once.
/// </summary>
internal sealed class TextTableWriter : IExportWriter
{
    // What is gathered before it is formatted.
    private const int GatheredBytes = 4 << 20;
    private readonly FileStream _file;
    private readonly IRowFormat _format;
    private readonly int _columns;
    private readonly long[] _times;
    private readonly long[] _elapsed;
    private readonly double[] _values;
    private readonly RowText[] _texts = [.. Enumerable.Range(0, Environment.ProcessorCount).Select(_ => new RowText())];
    private int _count;

    /// <summary>Creates the file.</summary>
    public TextTableWriter(string path, ExportTable table, IRowFormat format, ReadOnlySpan<byte> header)
    {
        (_format, _columns) = (format, table.Columns.Length);
        int rows = Math.Max(1, GatheredBytes / (sizeof(double) * (_columns + 2)));
        (_times, _elapsed, _values) = (new long[rows], new long[rows], new double[rows * _columns]);
        _file = ExportFile.Create(path);
        _file.Write(header);
    }

    /// <inheritdoc/>
    public ValueTask WriteAsync(IExportRows rows)
    {
        for (int from = 0; from < rows.Count;)
        {
            int count = Math.Min(rows.Count - from, _times.Length - _count);
            Gather(rows, from, count);
            from += count;
            if (_count == _times.Length)
                Flush();
        }

        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask CompleteAsync()
    {
        Flush();
        ExportFile.Complete(_file);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _file.DisposeAsync();

    // Column by column into rows.
    private void Gather(IExportRows rows, int from, int count)
    {
        rows.TimesNs.Slice(from, count).CopyTo(_times.AsSpan(_count));
        rows.ElapsedNs.Slice(from, count).CopyTo(_elapsed.AsSpan(_count));
        for (int column = 0; column < _columns; column++)
        {
            ReadOnlySpan<double> values = rows.Column(column).Slice(from, count);
            for (int i = 0, at = (_count * _columns) + column; i < values.Length; i++, at += _columns)
                _values[at] = values[i];
        }

        _count += count;
    }

    private void Flush()
    {
        int share = (_count + _texts.Length - 1) / _texts.Length;
        Parallel.For(0, _texts.Length, part =>
        {
            RowText text = _texts[part];
            text.Clear();
            for (int row = part * share; row < Math.Min(_count, (part + 1) * share); row++)
                _format.Write(text, _times[row], _elapsed[row], _values.AsSpan(row * _columns, _columns));
        });
        foreach (RowText text in _texts)
            _file.Write(text.Bytes);
        _count = 0;
    }
}
