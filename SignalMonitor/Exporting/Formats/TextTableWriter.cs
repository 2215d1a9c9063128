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
/// A text file of rows. Most of its time is the conversion of numbers, so other threads format what was read while the
/// next blocks are read.
/// </summary>
internal sealed class TextTableWriter : IResumableWriter
{
    private readonly FileStream _file;
    private readonly BatchPipeline<RowBatch> _rows;

    private TextTableWriter(FileStream file, ExportTable table, IRowFormat format, int formatters)
    {
        _file = file;
        _rows = new BatchPipeline<RowBatch>(
            [table.Columns.Length],
            formatters,
            static (index, columns) => new RowBatch(index, columns),
            batch => Format(batch, format),
            batch => _file.Write(batch.Text.Bytes));
    }

    /// <inheritdoc/>
    public long Bytes => _file.Position;

    /// <summary>Creates the file.</summary>
    public static TextTableWriter Create(
        string path, ExportTable table, IRowFormat format, ReadOnlySpan<byte> header, int formatters)
    {
        FileStream file = ExportFile.Create(path);
        try
        {
            file.Write(header);
            return new TextTableWriter(file, table, format, formatters);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Continues a file that begins with the header.</summary>
    /// <exception cref="InvalidDataException">It does not, or it is too short.</exception>
    public static TextTableWriter Continue(
        string path, ExportTable table, IRowFormat format, ReadOnlySpan<byte> header, int formatters, long bytes)
    {
        FileStream file = ExportFile.Continue(path, bytes);
        byte[] begin = new byte[header.Length];
        int read = RandomAccess.Read(file.SafeFileHandle, begin, 0);
        if (bytes >= header.Length && read == header.Length && header.SequenceEqual(begin))
            return new TextTableWriter(file, table, format, formatters);
        file.Dispose();
        throw new InvalidDataException($"{path} does not begin with the header of these channels");
    }

    /// <inheritdoc/>
    public ValueTask WriteAsync(int table, IExportRows rows) => _rows.AppendAsync(table, rows);

    /// <inheritdoc/>
    public async Task<long> CheckpointAsync()
    {
        await _rows.FlushAsync();
        ExportFile.Complete(_file);
        return _file.Position;
    }

    /// <inheritdoc/>
    public async ValueTask CompleteAsync(ExportRoom room) => await CheckpointAsync();

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _rows.StopAsync();
        await _file.DisposeAsync();
    }

    private static void Format(RowBatch batch, IRowFormat format)
    {
        for (int row = 0; row < batch.Count; row++)
            format.Write(batch.Text, batch.TimesNs[row], batch.ElapsedNs[row], batch.Row(row));
    }
}
