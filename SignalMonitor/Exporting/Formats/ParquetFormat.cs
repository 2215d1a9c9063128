using FuncLibs.Runtime.Timing;
using Parquet;
using Parquet.Schema;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// Parquet: <c>time</c> (timestamp, UTC, us), <c>time_ns</c> (int64, UTC ns), <c>seconds</c> and the channels (double,
/// not nullable: what is no number is NaN). The units are in the file's metadata as <c>units</c>, a JSON object.
/// </summary>
internal sealed class ParquetFormat : IExportFormat
{
    /// <inheritdoc/>
    public async Task<IExportWriter> CreateAsync(string path, ExportContent content)
    {
        ExportTable table = content.Tables[0];
        DateTimeDataField time = new("time", DateTimeFormat.Timestamp, true, DateTimeTimeUnit.Micros);
        DataField[] fields =
        [
            time, new DataField<long>("time_ns"), new DataField<double>("seconds"),
            .. table.Columns.Select(column => new DataField<double>(column.Name)),
        ];
        FileStream file = ExportFile.Create(path);
        try
        {
            ParquetWriter writer = await ParquetWriter.CreateAsync(
                new ParquetSchema(fields),
                file,
                new ParquetOptions { CompressionMethod = CompressionMethod.Snappy, DictionaryEncodingThreshold = 0 });
            writer.CustomMetadata = new Dictionary<string, string>
            {
                ["units"] = System.Text.Encoding.UTF8.GetString(ColumnUnits.Json(table)),
            };
            return new Writer(file, writer, fields);
        }
        catch
        {
            await file.DisposeAsync();
            throw;
        }
    }

    private sealed class Writer : IExportWriter
    {
        // What a row group holds in memory, and how many rows it has at least and at most.
        private const int GroupBytes = 64 << 20;
        private const int MinRows = 1024;
        private const int MaxRows = 1 << 17;
        private const int LeadingColumns = 3;
        private readonly FileStream _file;
        private readonly ParquetWriter _writer;
        private readonly DataField[] _fields;
        private readonly DateTime[] _times;
        private readonly long[] _timesNs;
        private readonly double[][] _values;
        private int _count;
        private bool _isComplete;

        public Writer(FileStream file, ParquetWriter writer, DataField[] fields)
        {
            (_file, _writer, _fields) = (file, writer, fields);
            int rows = Math.Clamp(GroupBytes / (fields.Length * sizeof(double)), MinRows, MaxRows);
            (_times, _timesNs) = (new DateTime[rows], new long[rows]);
            _values = [.. fields.Skip(LeadingColumns - 1).Select(_ => new double[rows])];
        }

        public long Bytes => _file.Position;

        public async ValueTask WriteAsync(int table, IExportRows rows)
        {
            for (int from = 0; from < rows.Count;)
            {
                int count = Math.Min(rows.Count - from, _timesNs.Length - _count);
                Take(rows, from, count);
                from += count;
                if (_count == _timesNs.Length)
                    await WriteGroupAsync();
            }
        }

        public async ValueTask CompleteAsync(ExportRoom room)
        {
            if (_count > 0)
                await WriteGroupAsync();
            _isComplete = true;
            await _writer.DisposeAsync();
            ExportFile.Complete(_file);
        }

        public async ValueTask DisposeAsync()
        {
            try
            {
                if (!_isComplete)
                    await _writer.DisposeAsync();
            }
            finally
            {
                await _file.DisposeAsync();
            }
        }

        private void Take(IExportRows rows, int from, int count)
        {
            rows.TimesNs.Slice(from, count).CopyTo(_timesNs.AsSpan(_count));
            for (int i = 0; i < count; i++)
            {
                _times[_count + i] = DateTime.UnixEpoch.AddTicks(rows.TimesNs[from + i] / UtcClock.NanosecondsPerTick);
                _values[0][_count + i] = (double)rows.ElapsedNs[from + i] / UtcClock.NanosecondsPerSecond;
            }

            for (int column = 1; column < _values.Length; column++)
                rows.Column(column - 1).Slice(from, count).CopyTo(_values[column].AsSpan(_count));
            _count += count;
        }

        private async Task WriteGroupAsync()
        {
            using ParquetRowGroupWriter group = _writer.CreateRowGroup();
            await group.WriteAsync<DateTime>(_fields[0], _times.AsMemory(0, _count));
            await group.WriteAsync<long>(_fields[1], _timesNs.AsMemory(0, _count));
            for (int i = 0; i < _values.Length; i++)
                await group.WriteAsync<double>(_fields[i + LeadingColumns - 1], _values[i].AsMemory(0, _count));
            group.CompleteValidate();
            _count = 0;
        }
    }
}
