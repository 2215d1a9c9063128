using System.Buffers.Binary;
using System.IO.Hashing;
using System.Text;

namespace SignalMonitor.Exporting.Formats;

/// <summary>Kinds of records of MCAP.</summary>
internal enum McapOpcode : byte
{
    Header = 1,
    Footer = 2,
    Schema = 3,
    Channel = 4,
    Message = 5,
    Chunk = 6,
    MessageIndex = 7,
    ChunkIndex = 8,
    Statistics = 11,
    Metadata = 12,
    MetadataIndex = 13,
    SummaryOffset = 14,
    DataEnd = 15,
}

/// <summary>A chunk of messages.</summary>
/// <param name="FirstNs">Time of its earliest message, UTC ns.</param>
/// <param name="LastNs">Time of its latest message, UTC ns.</param>
/// <param name="Bytes">Bytes of its records.</param>
/// <param name="Crc">Their CRC-32.</param>
/// <param name="IsPacked">Whether they are compressed with LZ4.</param>
internal readonly record struct McapChunk(long FirstNs, long LastNs, int Bytes, uint Crc, bool IsPacked)
{
    /// <summary>Name of its compression.</summary>
    public string Compression => IsPacked ? "lz4" : "";
}

/// <summary>Where a chunk with messages of one channel is in the file; its index follows it.</summary>
/// <param name="At">Offset of the record.</param>
/// <param name="Length">Length of the record.</param>
/// <param name="Channel">The channel.</param>
/// <param name="IndexLength">Length of the record of its message index.</param>
/// <param name="StoredBytes">Bytes of its messages as stored.</param>
internal readonly record struct McapChunkPlace(
    long At, long Length, ushort Channel, long IndexLength, int StoredBytes);

/// <summary>What a file of MCAP has, counted while it is written.</summary>
/// <param name="channels">Channels of the file.</param>
internal sealed class McapStatistics(int channels)
{
    /// <summary>Messages of each channel.</summary>
    public long[] Messages { get; } = new long[channels];

    /// <summary>Chunks.</summary>
    public uint Chunks { get; private set; }

    /// <summary>Time of the earliest message, UTC ns; 0 without any.</summary>
    public long FirstNs { get; private set; }

    /// <summary>Time of the latest message, UTC ns; 0 without any.</summary>
    public long LastNs { get; private set; }

    /// <summary>Counts a chunk.</summary>
    public void Add(int channel, int messages, in McapChunk chunk)
    {
        FirstNs = Chunks == 0 ? chunk.FirstNs : Math.Min(FirstNs, chunk.FirstNs);
        LastNs = Math.Max(LastNs, chunk.LastNs);
        Messages[channel] += messages;
        Chunks++;
    }
}

/// <summary>
/// Records of MCAP in memory (https://mcap.dev/spec): numbers little-endian, texts and lists with their length in bytes
/// before them.
/// <code>
/// file   = magic, header, schema*, channel*, metadata, (chunk, message index)*, data end,
///          schema*, channel*, statistics, chunk index*, metadata index, summary offset*, footer, magic
/// record = opcode (u8), length (u64), content
/// </code>
/// </summary>
internal sealed class McapRecords
{
    private const int OpcodeBytes = 1;
    private const int PrefixBytes = OpcodeBytes + sizeof(ulong);
    private const int MessageHeadBytes = sizeof(ushort) + sizeof(uint) + (2 * sizeof(ulong));
    private byte[] _bytes = new byte[1 << 12];

    /// <summary>What was added.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Length);

    /// <summary>Bytes that were added.</summary>
    public int Length { get; private set; }

    /// <summary>Begins a message record in a text: data follows.</summary>
    /// <returns>Where the record begins, for <see cref="EndMessage"/>.</returns>
    public static int BeginMessage(RowText text, ushort channel, uint sequence, long timeNs)
    {
        Span<byte> head = stackalloc byte[PrefixBytes + MessageHeadBytes];
        head[0] = (byte)McapOpcode.Message;
        Span<byte> content = head[PrefixBytes..];
        BinaryPrimitives.WriteUInt16LittleEndian(content, channel);
        BinaryPrimitives.WriteUInt32LittleEndian(content[sizeof(ushort)..], sequence);
        Span<byte> times = content[(sizeof(ushort) + sizeof(uint))..];
        BinaryPrimitives.WriteInt64LittleEndian(times, timeNs);
        BinaryPrimitives.WriteInt64LittleEndian(times[sizeof(long)..], timeNs);
        int at = text.Count;
        text.Add(head);
        return at;
    }

    /// <summary>Ends a message record: its length is known.</summary>
    public static void EndMessage(RowText text, int at) => BinaryPrimitives.WriteInt64LittleEndian(
        text.Reopen(at + OpcodeBytes, sizeof(long)), text.Count - at - PrefixBytes);

    /// <summary>Empties it.</summary>
    public void Clear() => Length = 0;

    /// <summary>Adds records.</summary>
    public void Add(McapRecords records) => Bytes(records.Written);

    /// <summary>Adds the first or last bytes of a file.</summary>
    public void Magic() => Bytes([0x89, .. "MCAP0\r\n"u8]);

    /// <summary>Adds the first record.</summary>
    public void Header(string profile, string library) => Record(McapOpcode.Header, () =>
    {
        Text(profile);
        Text(library);
    });

    /// <summary>Adds a schema.</summary>
    public void Schema(ushort id, string name, string encoding, byte[] data) => Record(McapOpcode.Schema, () =>
    {
        U16(id);
        Text(name);
        Text(encoding);
        U32((uint)data.Length);
        Bytes(data);
    });

    /// <summary>Adds a channel.</summary>
    public void Channel(
        ushort id, ushort schema, string topic, string encoding, KeyValuePair<string, string>[] metadata) =>
        Record(McapOpcode.Channel, () =>
        {
            U16(id);
            U16(schema);
            Text(topic);
            Text(encoding);
            Texts(metadata);
        });

    /// <summary>Adds what is known of the whole.</summary>
    public void Metadata(string name, KeyValuePair<string, string>[] values) => Record(McapOpcode.Metadata, () =>
    {
        Text(name);
        Texts(values);
    });

    /// <summary>Adds a chunk.</summary>
    /// <param name="chunk">What it is.</param>
    /// <param name="stored">Its message records, compressed as it says.</param>
    public void Chunk(in McapChunk chunk, ReadOnlySpan<byte> stored)
    {
        int at = Begin(McapOpcode.Chunk);
        I64(chunk.FirstNs);
        I64(chunk.LastNs);
        I64(chunk.Bytes);
        U32(chunk.Crc);
        Text(chunk.Compression);
        I64(stored.Length);
        Bytes(stored);
        End(at);
    }

    /// <summary>Adds where the messages of a chunk are in it.</summary>
    public void MessageIndex(ushort channel, ReadOnlySpan<long> timesNs, ReadOnlySpan<int> offsets)
    {
        int at = Begin(McapOpcode.MessageIndex);
        U16(channel);
        U32((uint)(timesNs.Length * 2 * sizeof(long)));
        for (int i = 0; i < timesNs.Length; i++)
        {
            I64(timesNs[i]);
            I64(offsets[i]);
        }

        End(at);
    }

    /// <summary>Adds where a chunk is.</summary>
    public void ChunkIndex(in McapChunk chunk, in McapChunkPlace place)
    {
        int at = Begin(McapOpcode.ChunkIndex);
        I64(chunk.FirstNs);
        I64(chunk.LastNs);
        I64(place.At);
        I64(place.Length);
        U32(sizeof(ushort) + sizeof(long));
        U16(place.Channel);
        I64(place.At + place.Length);
        I64(place.IndexLength);
        Text(chunk.Compression);
        I64(place.StoredBytes);
        I64(chunk.Bytes);
        End(at);
    }

    /// <summary>Adds the counts of a file with one metadata record.</summary>
    public void Statistics(McapStatistics statistics, Func<int, ushort> idOf) => Record(McapOpcode.Statistics, () =>
    {
        int channels = statistics.Messages.Length;
        I64(statistics.Messages.Sum());
        U16((ushort)channels);
        U32((uint)channels);
        U32(0);
        U32(1);
        U32(statistics.Chunks);
        I64(statistics.FirstNs);
        I64(statistics.LastNs);
        U32((uint)(channels * (sizeof(ushort) + sizeof(long))));
        for (int i = 0; i < channels; i++)
        {
            U16(idOf(i));
            I64(statistics.Messages[i]);
        }
    });

    /// <summary>Adds where a metadata record is.</summary>
    public void MetadataIndex(long offset, long length, string name) => Record(McapOpcode.MetadataIndex, () =>
    {
        I64(offset);
        I64(length);
        Text(name);
    });

    /// <summary>Adds where the records of one kind are in the summary.</summary>
    public void SummaryOffset(McapOpcode opcode, long from, long length) => Record(McapOpcode.SummaryOffset, () =>
    {
        Bytes([(byte)opcode]);
        I64(from);
        I64(length);
    });

    /// <summary>Ends the data.</summary>
    /// <param name="crc">CRC-32 of all bytes before it.</param>
    public void DataEnd(uint crc) => Record(McapOpcode.DataEnd, () => U32(crc));

    /// <summary>Ends the summary, which is all that was added before.</summary>
    /// <param name="summaryAt">Where it begins in the file.</param>
    /// <param name="offsetsAt">Where its summary offsets begin.</param>
    public void Footer(long summaryAt, long offsetsAt)
    {
        const int ContentBytes = (2 * sizeof(ulong)) + sizeof(uint);
        Bytes([(byte)McapOpcode.Footer]);
        I64(ContentBytes);
        I64(summaryAt);
        I64(offsetsAt);
        U32(Crc32.HashToUInt32(Written));
    }

    private void Record(McapOpcode opcode, Action content)
    {
        int at = Begin(opcode);
        content();
        End(at);
    }

    private int Begin(McapOpcode opcode)
    {
        int at = Length;
        Bytes([(byte)opcode]);
        I64(0);
        return at;
    }

    private void End(int at) => BinaryPrimitives.WriteInt64LittleEndian(
        _bytes.AsSpan(at + OpcodeBytes), Length - at - PrefixBytes);

    private void Texts(KeyValuePair<string, string>[] pairs)
    {
        int at = Length;
        U32(0);
        foreach ((string key, string value) in pairs)
        {
            Text(key);
            Text(value);
        }

        BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(at), (uint)(Length - at - sizeof(uint)));
    }

    private void Text(string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        U32((uint)bytes.Length);
        Bytes(bytes);
    }

    private void U16(ushort value) => BinaryPrimitives.WriteUInt16LittleEndian(Next(sizeof(ushort)), value);

    private void U32(uint value) => BinaryPrimitives.WriteUInt32LittleEndian(Next(sizeof(uint)), value);

    private void I64(long value) => BinaryPrimitives.WriteInt64LittleEndian(Next(sizeof(long)), value);

    private void Bytes(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Next(bytes.Length));

    private Span<byte> Next(int count)
    {
        if (_bytes.Length - Length < count)
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, Length + count));
        Length += count;
        return _bytes.AsSpan(Length - count, count);
    }
}
