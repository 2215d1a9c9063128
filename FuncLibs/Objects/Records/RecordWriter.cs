using System.Buffers;
using System.Runtime.InteropServices;

namespace FuncLibs.Objects.Records;

/// <summary>
/// Appends objects as records that <see cref="RecordReader"/> finds again when bytes between them are damaged.
/// Keeps a buffer as long as its longest record. One thread.
/// </summary>
public sealed class RecordWriter
{
    private readonly Stream? _stream;
    private readonly IBufferWriter<byte>? _output;
    private readonly IObjectSerializer _serializer;
    private readonly ArrayBufferWriter<byte> _record = new();

    /// <summary>Begins at the end of a stream.</summary>
    /// <param name="output">Receives each record by one call of <see cref="Stream.Write(ReadOnlySpan{byte})"/>; stays
    /// the caller's, who also flushes it.</param>
    /// <param name="serializer">Writes the objects.</param>
    /// <param name="firstNumber">Number of the next record: 0 for a new stream, else
    /// <see cref="RecordAccount.Next"/> of what is in it.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public RecordWriter(Stream output, IObjectSerializer serializer, long firstNumber)
        : this(serializer, firstNumber)
    {
        ArgumentNullException.ThrowIfNull(output);
        _stream = output;
    }

    /// <summary>Begins at the end of a buffer.</summary>
    /// <param name="output">Receives the records.</param>
    /// <param name="serializer">Writes the objects.</param>
    /// <param name="firstNumber">Number of the next record: 0 for a new stream, else
    /// <see cref="RecordAccount.Next"/> of what is in it.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public RecordWriter(IBufferWriter<byte> output, IObjectSerializer serializer, long firstNumber)
        : this(serializer, firstNumber)
    {
        ArgumentNullException.ThrowIfNull(output);
        _output = output;
    }

    private RecordWriter(IObjectSerializer serializer, long firstNumber)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        ArgumentOutOfRangeException.ThrowIfNegative(firstNumber);
        _serializer = serializer;
        NextNumber = firstNumber;
    }

    /// <summary>Number of the next record.</summary>
    public long NextNumber { get; private set; }

    /// <summary>Appends an object.</summary>
    /// <param name="value">The object.</param>
    /// <returns>The bytes of the record, or why there is none: then nothing was written, and no number is
    /// used.</returns>
    /// <exception cref="IOException">The stream failed. The number is not used: the same object may be appended again,
    /// and what the stream took of the first attempt is read as damage.</exception>
    public ObjectOutcome Append<T>(T value)
    {
        _record.ResetWrittenCount();
        _record.GetSpan(RecordFrame.HeaderBytes);
        _record.Advance(RecordFrame.HeaderBytes);
        ObjectOutcome written = _serializer.Serialize(value, _record);
        if (!written.IsOk)
            return written;

        // The buffer is ours, so its bytes may be changed.
        Span<byte> record = MemoryMarshal.AsMemory(_record.WrittenMemory).Span;
        RecordFrame.Seal(record, NextNumber);
        if (_stream is not null)
            _stream.Write(record);
        else
            _output!.Write(record);
        NextNumber++;
        return ObjectOutcome.Done(record.Length);
    }
}
