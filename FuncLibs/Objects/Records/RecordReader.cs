using FuncLibs.Runtime.Checksums;
namespace FuncLibs.Objects.Records;

/// <summary>
/// Reads the records of <see cref="RecordWriter"/> from a stream. What is damaged is an outcome, and the next record
/// that is whole is found by itself. Time is linear in the bytes of the stream, memory is that of the longest record,
/// whatever the bytes are. One thread.
/// </summary>
public sealed class RecordReader
{
    // A marker may begin in the last bytes that a damaged length covers.
    private const int Overlap = 3;

    private readonly IObjectSerializer _serializer;
    private readonly RecordWindow _window;
    private readonly NumberAccount _numbers;
    private readonly Queue<RecordOutcome> _gaps = new();
    private readonly int _maxPayload;
    private RecordHeader _header;
    private RecordStatus _found;
    private int _length;
    private long _examined;
    private bool _isAtEnd;

    /// <summary>Begins where a stream is.</summary>
    /// <param name="stream">The stream; stays the caller's. It is read ahead.</param>
    /// <param name="serializer">Reads the objects.</param>
    /// <param name="limits">Of these, <see cref="ObjectLimits.MaxBytes"/> holds for a payload before memory is taken
    /// for it; null = <see cref="ObjectLimits.Default"/>.</param>
    /// <param name="firstNumber">Number of the first record, 0 or more.</param>
    /// <exception cref="ArgumentException">The limits cannot be used, or the number is negative.</exception>
    public RecordReader(
        Stream stream, IObjectSerializer serializer, ObjectLimits? limits = null, long firstNumber = 0)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(serializer);
        ArgumentOutOfRangeException.ThrowIfNegative(firstNumber);
        limits ??= ObjectLimits.Default;
        if (limits.Fault is { } fault)
            throw new ArgumentException(fault, nameof(limits));
        _serializer = serializer;
        _window = new RecordWindow(stream);
        _numbers = new NumberAccount(firstNumber);
        _maxPayload = Math.Min(limits.MaxBytes, Array.MaxLength - RecordFrame.HeaderBytes - Overlap);
    }

    /// <summary>What became of the records so far.</summary>
    public RecordAccount Account => _numbers.Account;

    // Bytes that were searched, checked or copied: what a test holds against the length of the stream.
    internal long Examined => _examined + _window.Moved;

    /// <summary>Goes to the next piece.</summary>
    /// <param name="outcome">What it is.</param>
    /// <param name="value">The object of a record that was read; else the default of its type. Where it refers to the
    /// bytes it was read from, these are valid until the next call.</param>
    /// <returns>False at the end of the stream, where all pieces were given.</returns>
    /// <exception cref="IOException">The stream failed; this reader cannot go on.</exception>
    public bool Read<T>(out RecordOutcome outcome, out T? value)
    {
        value = default;
        if (_gaps.Count == 0 && _found == RecordStatus.None && !_isAtEnd)
            Find();
        if (_gaps.TryDequeue(out outcome))
            return true;
        if (_found == RecordStatus.None)
            return false;
        outcome = Take(out value);
        return true;
    }

    // The next record is at the begin of the window then, and what is before it is a gap.
    private void Find()
    {
        long from = _window.Offset;
        _isAtEnd = !SkipToHeader();
        long skipped = _window.Offset - from;
        if (_isAtEnd)
        {
            if (_numbers.Close() is { Records: > 0 } lost)
                _gaps.Enqueue(lost with { Offset = from });
            if (skipped > 0)
                _gaps.Enqueue(_numbers.Unknown(from, skipped));
            return;
        }

        (_found, _length) = Judge();
        if (_found == RecordStatus.Ok)
        {
            RecordOutcome gap = _numbers.Reach(_header.Number);
            _numbers.Skip(skipped);
            if (skipped > 0 || gap.Records > 0)
                _gaps.Enqueue(gap with { Offset = from, Length = skipped });
        }
        else if (skipped > 0)
        {
            _gaps.Enqueue(_numbers.Unknown(from, skipped));
        }
    }

    private bool SkipToHeader()
    {
        while (_window.Has(RecordFrame.HeaderBytes))
        {
            if (RecordFrame.TryRead(_window.Span, out _header))
                return true;
            Span<byte> rest = _window.Span[1..];
            int marker = rest.IndexOf(RecordFrame.Marker);
            int passed = 1 + (marker >= 0 ? marker : rest.Length - Overlap);
            _examined += RecordFrame.HeaderBytes + passed;
            _window.Pass(passed);
        }

        _window.Pass(_window.Count);
        return false;
    }

    // No payload has a marker in it, so one that is found ends the record before its bytes are checked: each byte is
    // searched once and checked once, whatever lengths are claimed.
    private (RecordStatus Status, int Length) Judge()
    {
        if (_header.Length > (uint)_maxPayload)
        {
            // The last bytes of the header may begin a record.
            _window.Has(RecordFrame.HeaderBytes + Overlap);
            int next = IndexOfMarker(
                RecordFrame.FirstOfPayloadMarker, Math.Min(_window.Count, RecordFrame.HeaderBytes + Overlap));
            return (RecordStatus.LimitExceeded, next >= 0 ? next : RecordFrame.HeaderBytes);
        }

        int end = RecordFrame.HeaderBytes + (int)_header.Length;
        int searched = RecordFrame.FirstOfPayloadMarker;
        while (true)
        {
            int have = Math.Min(_window.Count, end);
            if (IndexOfMarker(searched, have) is >= 0 and var marker)
                return (RecordStatus.Cut, marker);
            if (have == end)
                break;
            searched = Math.Max(searched, have - Overlap);
            if (!_window.Fill())
                return (RecordStatus.Cut, _window.Count);
        }

        _examined += _header.Length;
        if (Crc32C.Compute(_window.Span[RecordFrame.HeaderBytes..end]) == _header.PayloadCrc)
            return (RecordStatus.Ok, end);
        _window.Has(end + Overlap);
        int straddling = IndexOfMarker(
            Math.Max(RecordFrame.FirstOfPayloadMarker, end - Overlap), Math.Min(_window.Count, end + Overlap));
        return straddling >= 0 && straddling < end ? (RecordStatus.Cut, straddling) : (RecordStatus.Checksum, end);
    }

    private int IndexOfMarker(int from, int to)
    {
        int at = _window.Span[from..to].IndexOf(RecordFrame.Marker);
        _examined += at >= 0 ? at : to - from;
        return at >= 0 ? from + at : -1;
    }

    private RecordOutcome Take<T>(out T? value)
    {
        value = default;
        RecordStatus status = _found;
        ObjectOutcome payload = default;
        if (status == RecordStatus.Ok)
        {
            Memory<byte> bytes = _window.Bytes[RecordFrame.HeaderBytes.._length];
            RecordFrame.Mask(bytes.Span, _header.Mask);
            payload = _serializer.Deserialize(bytes, out value);
            status = _numbers.IsPassed(_header.Number) ? RecordStatus.OutOfOrder
                : payload.IsOk ? RecordStatus.Ok : RecordStatus.Unreadable;
        }

        _numbers.Count(status, _header.Number, _length);
        RecordOutcome outcome = new(
            status, _header.Number, _header.Number, 1, _window.Offset, _length, payload);
        _window.Pass(_length);
        _found = RecordStatus.None;
        return outcome;
    }
}
