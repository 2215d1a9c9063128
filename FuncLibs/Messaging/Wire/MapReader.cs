using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Messaging.Wire;

/// <summary>
/// Reads a map with string keys. Each <c>Read</c> returns whether it succeeded; the first failure is kept in <see
/// cref="Fault"/>. Values of unknown keys are skipped. Allocates only strings and arrays, whose length is checked
/// first.
/// </summary>
public ref struct MapReader
{
    /// <summary>Deepest nesting of a value that is skipped or returned raw.</summary>
    public const int MaxDepth = 8;

    /// <summary>Longest string in a control map, in bytes.</summary>
    public const int MaxText = 1024;

    private const int GuidText = 36;
    private MessagePackReader _reader;

    /// <summary>Begins at the first byte of <paramref name="map"/>.</summary>
    public MapReader(ReadOnlySpan<byte> map) => _reader = new MessagePackReader(map);

    /// <summary>The first failure; its member is null if there is none.</summary>
    public MapFault Fault { get; private set; }

    /// <summary>True when the map was read to the last byte without a failure.</summary>
    public bool End(string what) => Fault.Member is null && (_reader.IsAtEnd || Fail(what, ReadFailure.OutOfRange));

    /// <summary>Reads the header of a map.</summary>
    public bool Map(string what, out int pairs) => _reader.TryReadMapHeader(out pairs) || Fail(what);

    /// <summary>Reads the header of an array, up to <paramref name="max"/> items.</summary>
    public bool Array(string member, int max, out int items)
    {
        if (!_reader.TryReadArrayHeader(out items))
            return Fail(member);
        return items <= max || Fail(member, ReadFailure.OutOfRange);
    }

    /// <summary>Reads a key.</summary>
    public bool Key(string what, out ReadOnlySpan<byte> key) => _reader.TryReadUtf8(out key) || Fail(what);

    /// <summary>Reads an unsigned 64-bit integer.</summary>
    public bool Read(string member, out ulong value) => _reader.TryRead(out value) || Fail(member);

    /// <summary>Reads a signed 64-bit integer.</summary>
    public bool Read(string member, out long value) => _reader.TryRead(out value) || Fail(member);

    /// <summary>Reads an unsigned 32-bit integer.</summary>
    public bool Read(string member, out uint value)
    {
        bool read = _reader.TryRead(out long wide, 0, uint.MaxValue);
        value = (uint)wide;
        return read || Fail(member);
    }

    /// <summary>Reads a float64.</summary>
    public bool Read(string member, out double value) => _reader.TryRead(out value) || Fail(member);

    /// <summary>Reads a bool.</summary>
    public bool Read(string member, out bool value) => _reader.TryRead(out value) || Fail(member);

    /// <summary>Reads a text of up to <see cref="MaxText"/> bytes.</summary>
    public bool Read(string member, out string value) => _reader.TryRead(out value, MaxText) || Fail(member);

    /// <summary>Reads a text as a slice of the input.</summary>
    public bool Read(string member, out ReadOnlySpan<byte> utf8) => _reader.TryReadUtf8(out utf8) || Fail(member);

    /// <summary>Reads a UUID in its text form.</summary>
    public bool Read(string member, out Guid value)
    {
        value = default;
        if (!_reader.TryReadUtf8(out ReadOnlySpan<byte> utf8))
            return Fail(member);
        return (utf8.Length == GuidText && Guid.TryParse(utf8, null, out value))
            || Fail(member, ReadFailure.OutOfRange);
    }

    /// <summary>
    /// Reads an array of numbers, up to <paramref name="max"/> items: float64, and integers that are exact as float64.
    /// Its length is compared with the rest of the input before memory is allocated.
    /// </summary>
    public bool Read(string member, int max, out double[] values)
    {
        values = [];
        if (!Array(member, max, out int items) || (items > _reader.Remaining && !Fail(member, ReadFailure.Truncated)))
            return false;
        values = new double[items];
        if (Float64Run.TryRead(_reader.Rest, values))
        {
            _reader.Seek(_reader.Position + (items * Float64Run.BytesPerItem));
            return true;
        }

        for (int i = 0; i < items; i++)
        {
            if (!_reader.TryRead(out values[i]))
                return Fail(member);
        }

        return true;
    }

    /// <summary>
    /// Reads an array of integers, up to <paramref name="max"/> items. Its length is checked in the same way.
    /// </summary>
    public bool Read(string member, int max, out long[] values)
    {
        values = [];
        if (!Array(member, max, out int items) || (items > _reader.Remaining && !Fail(member, ReadFailure.Truncated)))
            return false;
        values = new long[items];
        for (int i = 0; i < items; i++)
        {
            if (!_reader.TryRead(out values[i]))
                return Fail(member);
        }

        return true;
    }

    /// <summary>Returns one encoded value, a slice of the input.</summary>
    public bool Raw(string member, out ReadOnlySpan<byte> value)
    {
        int start = _reader.Position;
        bool skipped = _reader.TrySkip(MaxDepth);
        value = skipped ? _reader.Slice(start, _reader.Position) : default;
        return skipped || Fail(member);
    }

    /// <summary>Skips the value of an unknown key.</summary>
    public bool Skip(string what) => _reader.TrySkip(MaxDepth) || Fail(what);

    /// <summary>Fails unless <paramref name="present"/>.</summary>
    public bool Require(string member, bool present)
    {
        if (!present && Fault.Member is null)
            Fault = new MapFault(member, _reader.Position, ReadFailure.None);
        return present;
    }

    /// <summary>Fails because a value has the right type but is not legal.</summary>
    public bool Refuse(string member) => Fail(member, ReadFailure.OutOfRange);

    private bool Fail(string member) => Fail(member, _reader.Failure);

    private bool Fail(string member, ReadFailure failure)
    {
        if (Fault.Member is null)
            Fault = new MapFault(member, _reader.Position, failure);
        return false;
    }
}

/// <summary>Why a control map could not be read. Creating one does not allocate.</summary>
/// <param name="Member">The faulty or missing member, with dots for depth; null for no fault.</param>
/// <param name="Offset">Byte offset of the offending token.</param>
/// <param name="Failure">The failure; <see cref="ReadFailure.None"/> for a missing member.</param>
public readonly record struct MapFault(string? Member, int Offset, ReadFailure Failure)
{
    /// <inheritdoc/>
    public override string ToString() => (Member, Failure) switch
    {
        (null, _) => "no fault",
        (_, ReadFailure.None) => $"{Member} is missing",
        _ => $"{Member} at byte {Offset}: {Failure}",
    };
}
