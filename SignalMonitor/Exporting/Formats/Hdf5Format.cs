using System.Reflection;
using System.Runtime.InteropServices;
using FuncLibs.Runtime.Timing;
using PureHDF;
using PureHDF.Filters;
using PureHDF.Selections;
using PureHDF.VOL.Native;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// HDF5: a group for each rate (<c>/10000hz</c>) with the datasets <c>time_ns</c> (int64, UTC ns), <c>seconds</c> and
/// each channel (float64), chunked, shuffled and deflated. Attributes of a dataset: <c>unit</c>,
/// <c>description</c>; of a group <c>rate_hz</c>; of the file what is known of the test.
/// <para>
/// PureHDF wants the length of a dataset before its first chunk. So rows are gathered in a file beside it, in groups of
/// one chunk of each dataset, and become the HDF5 file at the end. Memory: the group that is gathered, and one chunk.
/// </para>
/// </summary>
internal sealed class Hdf5Format : IExportFormat
{
    /// <summary>End of the name of the file of gathered rows.</summary>
    public const string RowsEnding = ".rows";

    /// <inheritdoc/>
    public bool HoldsAllTables => true;

    /// <inheritdoc/>
    public Task<IExportWriter> CreateAsync(string path, ExportContent content) =>
        Task.FromResult<IExportWriter>(new Writer(path, content));

    private sealed class Writer(string path, ExportContent content) : IExportWriter
    {
        private readonly FileStream _rows = ExportFile.Create(path + RowsEnding);
        private readonly GatheredTable[] _tables = [.. content.Tables.Select(table => new GatheredTable(table))];
        private long _written;

        public long Bytes => _written > 0 ? _written : _rows.Position;

        public ValueTask WriteAsync(int table, IExportRows rows)
        {
            GatheredTable gathered = _tables[table];
            for (int from = 0; from < rows.Count;)
            {
                from += gathered.Append(rows, from);
                if (gathered.IsFull)
                    gathered.Flush(_rows);
            }

            return ValueTask.CompletedTask;
        }

        public ValueTask CompleteAsync(ExportRoom room)
        {
            foreach (GatheredTable table in _tables)
                table.Flush(_rows);
            room.Demand(_rows.Length);
            using FileStream file = ExportFile.Create(path);
            try
            {
                WriteFile(file, room);
            }
            catch (TargetInvocationException e) when (e.InnerException is IOException full)
            {
                // PureHDF writes by reflection.
                throw new IOException(full.Message, full);
            }

            _written = file.Length;
            return ValueTask.CompletedTask;
        }

        public async ValueTask DisposeAsync()
        {
            await _rows.DisposeAsync();
            File.Delete(_rows.Name);
        }

        private void WriteFile(FileStream file, ExportRoom room)
        {
            H5File hdf = new();
            foreach ((string name, object value) in content.Properties)
                hdf.Attributes[name] = value;
            foreach (GatheredTable table in _tables)
                hdf[table.Name] = table.Describe();

            using (H5NativeWriter writer = hdf.BeginWrite(file))
            {
                foreach (GatheredTable table in _tables)
                    table.CopyTo(writer, _rows, room);
            }

            ExportFile.Complete(file);
        }
    }

    // The rows of one table: those that are gathered now, and where the groups before are.
    private sealed class GatheredTable
    {
        private const int GroupBytes = 8 << 20;
        private const int MinRows = 1024;
        private const int MaxRows = 1 << 15;
        private const int CompressionLevel = 1;
        private readonly ExportTable _table;
        private readonly long[] _times;
        private readonly double[][] _values;
        private readonly List<long> _groups = [];
        private readonly List<H5Dataset<Memory<double>>> _datasets = [];
        private H5Dataset<Memory<long>> _timesDataset = null!;
        private long _total;
        private int _count;

        public GatheredTable(ExportTable table)
        {
            _table = table;
            int columns = table.Columns.Length + 2;
            int rows = Math.Clamp(GroupBytes / (columns * sizeof(double)), MinRows, MaxRows);
            _times = new long[rows];
            _values = [.. Enumerable.Range(1, columns - 1).Select(_ => new double[rows])];
        }

        public string Name => _table.RateName;

        public bool IsFull => _count == _times.Length;

        public int Append(IExportRows rows, int from)
        {
            int count = Math.Min(rows.Count - from, _times.Length - _count);
            rows.TimesNs.Slice(from, count).CopyTo(_times.AsSpan(_count));
            for (int i = 0; i < count; i++)
                _values[0][_count + i] = (double)rows.ElapsedNs[from + i] / UtcClock.NanosecondsPerSecond;
            for (int column = 1; column < _values.Length; column++)
                rows.Column(column - 1).Slice(from, count).CopyTo(_values[column].AsSpan(_count));
            _count += count;
            return count;
        }

        public void Flush(FileStream rows)
        {
            if (_count == 0)
                return;
            _groups.Add(rows.Position);
            rows.Write(MemoryMarshal.AsBytes(_times.AsSpan(0, _count)));
            foreach (double[] values in _values)
                rows.Write(MemoryMarshal.AsBytes(values.AsSpan(0, _count)));
            _total += _count;
            _count = 0;
        }

        // All rows are flushed: the length of the datasets is known.
        public H5Group Describe()
        {
            H5Group group = new() { Attributes = { ["rate_hz"] = _table.RateHz } };
            _timesDataset = NewDataset<long>("ns", "due time of the sample, UTC since 1970-01-01");
            group["time_ns"] = _timesDataset;
            Add("seconds", "s", "time since the first exported sample");
            foreach (ExportColumn column in _table.Columns)
                Add(column.Name, column.Unit, column.Description);
            return group;

            void Add(string name, string unit, string description)
            {
                _datasets.Add(NewDataset<double>(unit, description));
                group[name] = _datasets[^1];
            }
        }

        public void CopyTo(H5NativeWriter writer, FileStream rows, ExportRoom room)
        {
            for (int i = 0; i < _groups.Count; i++)
            {
                room.Demand(GroupBytes);
                ulong first = (ulong)i * (ulong)_times.Length;
                int count = (int)Math.Min(_times.Length, _total - (long)first);
                HyperslabSelection selection = new(first, (ulong)count);
                rows.Position = _groups[i];
                rows.ReadExactly(MemoryMarshal.AsBytes(_times.AsSpan(0, count)));
                writer.Write(_timesDataset, _times.AsMemory(0, count), fileSelection: selection);
                for (int column = 0; column < _values.Length; column++)
                {
                    rows.ReadExactly(MemoryMarshal.AsBytes(_values[column].AsSpan(0, count)));
                    writer.Write(_datasets[column], _values[column].AsMemory(0, count), fileSelection: selection);
                }
            }
        }

        private H5Dataset<Memory<T>> NewDataset<T>(string unit, string description)
        {
            H5Dataset<Memory<T>> dataset = new(
                [(ulong)_total],
                [(uint)Math.Min(_times.Length, _total)],
                new H5DatasetCreation(
                    new OneChunk(),
                    [
                        ShuffleFilter.Id,
                        new H5Filter(
                            DeflateFilter.Id,
                            new Dictionary<string, object> { [DeflateFilter.COMPRESSION_LEVEL] = CompressionLevel }),
                    ]));
            dataset.Attributes["unit"] = unit;
            dataset.Attributes["description"] = description;
            return dataset;
        }
    }

    // PureHDF's own cache holds every chunk until the file is closed. Chunks are written in order, each in one piece,
    // so one is enough. The writer of a chunk is the one that came with it: PureHDF binds it to the index.
    private sealed class OneChunk : IWritingChunkCache
    {
        private ulong _index;
        private Memory<byte> _chunk;
        private Action<ulong, Memory<byte>>? _write;

        public Memory<byte> GetChunk(
            ulong chunkIndex, Func<Memory<byte>> chunkAllocator, Action<ulong, Memory<byte>> chunkWriter)
        {
            if (_write is null || chunkIndex != _index)
            {
                _write?.Invoke(_index, _chunk);
                (_index, _chunk, _write) = (chunkIndex, chunkAllocator(), chunkWriter);
            }

            return _chunk;
        }

        public void Flush(Action<ulong, Memory<byte>> chunkWriter)
        {
            _write?.Invoke(_index, _chunk);
            _write = null;
        }
    }
}
