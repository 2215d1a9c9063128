using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using FuncLibs.Runtime.Platform;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// A folder with one NumPy array of format 1.0 a column: <c>time_ns.npy</c> (int64, UTC ns), <c>seconds.npy</c> and
/// each channel (float64); <c>units.json</c> has the units. https://numpy.org/doc/stable/reference/generated/
/// numpy.lib.format.html
/// </summary>
internal sealed class NpyFormat : IResumableFormat
{
    /// <inheritdoc/>
    public Task<IExportWriter> CreateAsync(string path, ExportContent content) =>
        Task.FromResult<IExportWriter>(new Writer(path, content.Tables[0], bytes: null));

    /// <inheritdoc/>
    public Task<IResumableWriter> ContinueAsync(string path, ExportContent content, long bytes) =>
        Task.FromResult<IResumableWriter>(new Writer(path, content.Tables[0], bytes));

    private sealed class Writer : IResumableWriter
    {
        private readonly string _folder;
        private readonly ExportTable _table;
        private readonly List<Array1> _arrays = [];
        private double[] _seconds = [];

        // Bytes of each array that stay; null = the arrays are new.
        public Writer(string folder, ExportTable table, long? bytes)
        {
            (_folder, _table) = (folder, table);
            Directory.CreateDirectory(folder);
            try
            {
                _arrays.Add(new Array1(Path.Combine(folder, "time_ns.npy"), "<i8", bytes));
                _arrays.Add(new Array1(Path.Combine(folder, "seconds.npy"), "<f8", bytes));
                foreach (ExportColumn column in table.Columns)
                    _arrays.Add(new Array1(Path.Combine(folder, $"{column.Name}.npy"), "<f8", bytes));
            }
            catch
            {
                Close();
                throw;
            }
        }

        public long Bytes => _arrays[0].Bytes * _arrays.Count;

        public ValueTask WriteAsync(int table, IExportRows rows)
        {
            if (_seconds.Length < rows.Count)
                _seconds = new double[rows.Count];
            for (int i = 0; i < rows.Count; i++)
                _seconds[i] = (double)rows.ElapsedNs[i] / UtcClock.NanosecondsPerSecond;
            _arrays[0].Add(MemoryMarshal.AsBytes(rows.TimesNs));
            _arrays[1].Add(MemoryMarshal.AsBytes(_seconds.AsSpan(0, rows.Count)));
            for (int i = 0; i < _table.Columns.Length; i++)
                _arrays[i + 2].Add(MemoryMarshal.AsBytes(rows.Column(i)));
            return ValueTask.CompletedTask;
        }

        public Task<long> CheckpointAsync()
        {
            foreach (Array1 array in _arrays)
                array.Flush();
            FolderSync.Flush(_folder);
            return Task.FromResult(_arrays[0].Bytes);
        }

        public ValueTask CompleteAsync(ExportRoom room)
        {
            foreach (Array1 array in _arrays)
                array.Complete();
            using FileStream units = ExportFile.Create(Path.Combine(_folder, "units.json"));
            units.Write(ColumnUnits.Json(_table));
            ExportFile.Complete(units);
            FolderSync.Flush(_folder);
            return ValueTask.CompletedTask;
        }

        public ValueTask DisposeAsync()
        {
            Close();
            return ValueTask.CompletedTask;
        }

        private void Close()
        {
            // A full disk refuses the last bytes of one: the others are closed all the same.
            IOException? refused = null;
            foreach (Array1 array in _arrays)
            {
                try
                {
                    array.Dispose();
                }
                catch (IOException e)
                {
                    refused = e;
                }
            }

            if (refused is not null)
                throw refused;
        }
    }

    // An array of one dimension. The header has a fixed length, so that the count can be set at the end.
    private sealed class Array1 : IDisposable
    {
        private const int HeaderBytes = 128;
        private const int ItemBytes = 8;
        private const int BufferBytes = 32 * 1024;
        private readonly FileStream _file;
        private readonly string _type;

        public Array1(string path, string type, long? bytes)
        {
            _type = type;
            _file = bytes is { } kept
                ? ExportFile.Continue(path, kept, BufferBytes) : ExportFile.Create(path, BufferBytes);
            if (bytes is null)
                _file.Write(Header(0));
        }

        public long Bytes => _file.Position;

        public void Add(ReadOnlySpan<byte> bytes) => _file.Write(bytes);

        public void Flush() => ExportFile.Complete(_file);

        public void Complete()
        {
            long items = (_file.Position - HeaderBytes) / ItemBytes;
            _file.Position = 0;
            _file.Write(Header(items));
            _file.Position = _file.Length;
            ExportFile.Complete(_file);
        }

        public void Dispose() => _file.Dispose();

        private byte[] Header(long items)
        {
            const int LengthAt = 8;
            const int TextAt = 10;
            byte[] header = new byte[HeaderBytes];
            header.AsSpan(TextAt).Fill((byte)' ');
            header[^1] = (byte)'\n';
            (header[0], header[6], header[7]) = (0x93, 1, 0);
            "NUMPY"u8.CopyTo(header.AsSpan(1));
            BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(LengthAt), HeaderBytes - TextAt);
            string text = string.Create(
                CultureInfo.InvariantCulture,
                $"{{'descr': '{_type}', 'fortran_order': False, 'shape': ({items},), }}");
            Encoding.ASCII.GetBytes(text, header.AsSpan(TextAt));
            return header;
        }
    }
}
