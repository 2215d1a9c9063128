using System.Globalization;
using System.IO.Hashing;
using System.Text;
using System.Text.Json;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// MCAP: a channel for each rate with a JSON schema, a message for each row. A sample that is no finite number is left
/// out of its message. A chunk has the rows of one channel, a CRC, an index, and LZ4 compression where it helps. What
/// is known of the test is the metadata record <c>test</c>.
/// </summary>
/// <param name="formatters">Threads that format and compress; 0 = the one that reads.</param>
internal sealed class McapFormat(int formatters = 0) : IExportFormat
{
    private const string MetadataName = "test";

    /// <inheritdoc/>
    public bool HoldsAllTables => true;

    /// <inheritdoc/>
    public async Task<IExportWriter> CreateAsync(string path, ExportContent content)
    {
        FileStream file = ExportFile.Create(path);
        try
        {
            return new Writer(file, content, formatters);
        }
        catch
        {
            await file.DisposeAsync();
            throw;
        }
    }

    // A batch of rows becomes a chunk.
    private sealed class ChunkBatch(int table, int columns) : RowBatch(table, columns)
    {
        private int[] _offsets = [];
        private byte[] _packed = [];
        private int _packedBytes;

        public McapChunk Chunk { get; private set; }

        public ReadOnlySpan<int> Offsets => _offsets.AsSpan(0, Count);

        public ReadOnlySpan<byte> Stored => Chunk.IsPacked ? _packed.AsSpan(0, _packedBytes) : Text.Bytes;

        public void Format(MessageForm form)
        {
            if (_offsets.Length < Count)
                _offsets = new int[Capacity];
            (long first, long last) = (long.MaxValue, long.MinValue);
            for (int i = 0; i < Count; i++)
            {
                _offsets[i] = Text.Count;
                form.Write(Text, (uint)(FirstRow + i), TimesNs[i], ElapsedNs[i], Row(i));
                (first, last) = (Math.Min(first, TimesNs[i]), Math.Max(last, TimesNs[i]));
            }

            int most = Lz4Frame.MaxBytes(Text.Count);
            if (_packed.Length < most)
                _packed = new byte[most];
            _packedBytes = Lz4Frame.Compress(Text.Bytes, _packed);
            Chunk = new McapChunk(
                first, last, Text.Count, Crc32.HashToUInt32(Text.Bytes), IsPacked: _packedBytes < Text.Count);
        }
    }

    private sealed class Writer : IExportWriter
    {
        private readonly FileStream _file;
        private readonly ExportContent _content;
        private readonly BatchPipeline<ChunkBatch> _pipeline;
        private readonly McapRecords _records = new();
        private readonly McapRecords _chunkIndexes = new();
        private readonly Crc32 _dataCrc = new();
        private readonly McapStatistics _statistics;
        private readonly long _metadataAt;
        private readonly long _metadataLength;

        public Writer(FileStream file, ExportContent content, int formatters)
        {
            (_file, _content) = (file, content);
            _statistics = new McapStatistics(content.Tables.Length);
            MessageForm[] forms = [.. content.Tables.Select((table, index) => new MessageForm(table, IdOf(index)))];
            _pipeline = new BatchPipeline<ChunkBatch>(
                [.. content.Tables.Select(table => table.Columns.Length)],
                formatters,
                static (table, columns) => new ChunkBatch(table, columns),
                batch => batch.Format(forms[batch.Table]),
                WriteChunk);
            _records.Magic();
            _records.Header("", "SignalMonitor");
            AddSchemas();
            AddChannels();
            Send();
            _metadataAt = _file.Position;
            _records.Metadata(MetadataName, [.. content.Properties.Select(Text)]);
            _metadataLength = _records.Length;
            Send();
        }

        public long Bytes => _file.Position;

        public ValueTask WriteAsync(int table, IExportRows rows) => _pipeline.AppendAsync(table, rows);

        public async ValueTask CompleteAsync(ExportRoom room)
        {
            await _pipeline.FlushAsync();
            _records.DataEnd(_dataCrc.GetCurrentHashAsUInt32());
            Send();
            WriteSummary();
            ExportFile.Complete(_file);
        }

        public async ValueTask DisposeAsync()
        {
            await _pipeline.StopAsync();
            await _file.DisposeAsync();
        }

        private static ushort IdOf(int table) => (ushort)(table + 1);

        private static KeyValuePair<string, string> Text(KeyValuePair<string, object> property) =>
            new(property.Key, Convert.ToString(property.Value, CultureInfo.InvariantCulture)!);

        private void WriteChunk(ChunkBatch batch)
        {
            long at = _file.Position;
            _records.Chunk(batch.Chunk, batch.Stored);
            long length = _records.Length;
            _records.MessageIndex(IdOf(batch.Table), batch.TimesNs, batch.Offsets);
            McapChunkPlace place = new(at, length, IdOf(batch.Table), _records.Length - length, batch.Stored.Length);
            Send();
            _chunkIndexes.ChunkIndex(batch.Chunk, place);
            _statistics.Add(batch.Table, batch.Count, batch.Chunk);
        }

        // Schemas, channels, statistics and indexes again, for readers that seek; then where each group begins.
        private void WriteSummary()
        {
            long begin = _file.Position;
            McapRecords places = new();
            Group(McapOpcode.Schema, AddSchemas);
            Group(McapOpcode.Channel, AddChannels);
            Group(McapOpcode.Statistics, () => _records.Statistics(_statistics, IdOf));
            Group(McapOpcode.ChunkIndex, () => _records.Add(_chunkIndexes));
            Group(
                McapOpcode.MetadataIndex,
                () => _records.MetadataIndex(_metadataAt, _metadataLength, MetadataName));
            long placesAt = begin + _records.Length;
            _records.Add(places);
            _records.Footer(begin, placesAt);
            _records.Magic();
            Send();

            void Group(McapOpcode opcode, Action add)
            {
                long from = _records.Length;
                add();
                if (_records.Length > from)
                    places.SummaryOffset(opcode, begin + from, _records.Length - from);
            }
        }

        private void AddSchemas()
        {
            for (int i = 0; i < _content.Tables.Length; i++)
            {
                ExportTable table = _content.Tables[i];
                _records.Schema(IdOf(i), table.RateName, "jsonschema", MessageForm.Schema(table));
            }
        }

        private void AddChannels()
        {
            for (int i = 0; i < _content.Tables.Length; i++)
            {
                ExportTable table = _content.Tables[i];
                _records.Channel(
                    IdOf(i),
                    IdOf(i),
                    table.RateName,
                    "json",
                    [
                        new("rate_hz", table.RateHz.ToString(CultureInfo.InvariantCulture)),
                        new("units", Encoding.UTF8.GetString(ColumnUnits.Json(table))),
                    ]);
            }
        }

        private void Send()
        {
            _dataCrc.Append(_records.Written);
            _file.Write(_records.Written);
            _records.Clear();
        }
    }

    // A message: record of MCAP around {"seconds":0.000000000,"servo1.force":1.5}.
    private sealed class MessageForm(ExportTable table, ushort channel)
    {
        private readonly byte[][] _keys =
        [
            .. table.Columns.Select(column => Encoding.UTF8.GetBytes($",\"{JsonEncodedText.Encode(column.Name)}\":")),
        ];

        public static byte[] Schema(ExportTable table)
        {
            using MemoryStream stream = new();
            using (Utf8JsonWriter json = new(stream))
            {
                json.WriteStartObject();
                json.WriteString("title", table.RateName);
                json.WriteString("type", "object");
                json.WriteStartObject("properties");
                WriteProperty(json, "seconds", "s", "time since the first exported sample");
                foreach (ExportColumn column in table.Columns)
                    WriteProperty(json, column.Name, column.Unit, column.Description);
                json.WriteEndObject();
                json.WriteEndObject();
            }

            return stream.ToArray();
        }

        public void Write(
            RowText text, uint sequence, long timeNs, long elapsedNs, ReadOnlySpan<double> values)
        {
            int at = McapRecords.BeginMessage(text, channel, sequence, timeNs);
            text.Add("{\"seconds\":"u8);
            text.AddSeconds(elapsedNs);
            for (int column = 0; column < values.Length; column++)
            {
                if (!double.IsFinite(values[column]))
                    continue;
                text.Add(_keys[column]);
                text.Add(values[column]);
            }

            text.Add((byte)'}');
            McapRecords.EndMessage(text, at);
        }

        private static void WriteProperty(Utf8JsonWriter json, string name, string unit, string description)
        {
            json.WriteStartObject(name);
            json.WriteString("type", "number");
            if (unit.Length > 0)
                json.WriteString("unit", unit);
            if (description.Length > 0)
                json.WriteString("description", description);
            json.WriteEndObject();
        }
    }
}
