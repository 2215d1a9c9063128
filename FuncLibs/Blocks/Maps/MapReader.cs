using System.Text;
using System.Text.Unicode;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Maps;

/// <summary>
/// Reads maps with string keys. Each <c>Read</c> returns whether it succeeded; the first failure is kept in <see
/// cref="Fault"/>. Allocates only strings and arrays, whose length is checked first, and the reason of a fault.
/// </summary>
/// <remarks>
/// Messages are read in one pass: <see cref="Map"/>, then <see cref="Key"/> and a value for each pair, or
/// <see cref="Skip"/> for an unknown key; of a repeated key the last value counts. Documents whose members depend on
/// each other (the catalogue, a hello) are read by key, in any order: <see cref="OpenDocument"/> checks the whole
/// document once; of a repeated key the first value counts.
/// </remarks>
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

    /// <summary>
    /// Opens a document: exactly one well-formed map, not nested deeper than <paramref name="maxDepth"/>.
    /// </summary>
    internal bool OpenDocument(int maxDepth, out MapScope map)
    {
        map = default;
        int start = _reader.Position;
        if (!_reader.TrySkip(maxDepth))
            return Refuse("map", $"{_reader.Failure} inside the value at byte {_reader.Position}");
        if (!_reader.IsAtEnd)
            return Refuse("map", $"{_reader.Remaining} bytes follow it");
        _reader.Seek(start);
        return Open(out map);
    }

    /// <summary>Opens the value at the present position of a checked document.</summary>
    internal bool Open(out MapScope map)
    {
        bool isMap = _reader.TryReadMapHeader(out int pairs);
        map = new MapScope(_reader.Position, pairs);
        return isMap || RefuseType("", "a map");
    }

    /// <summary>Moves to the value of <paramref name="key"/>; false if the map has no such key.</summary>
    internal bool Find(in MapScope map, string key)
    {
        _reader.Seek(map.Position);
        for (int i = 0; i < map.Pairs; i++)
        {
            if (!_reader.TryReadUtf8(out ReadOnlySpan<byte> name))
                return false;
            if (Ascii.Equals(name, key))
                return true;
            if (!_reader.TrySkip(int.MaxValue))
                return false;
        }

        return false;
    }

    /// <summary>Reads an integer in a range; required unless there is a fallback.</summary>
    internal bool Read(in MapScope map, string key, long min, long max, out long value, long? fallback = null)
    {
        value = fallback ?? 0;
        bool isPresent = Find(map, key);
        return isPresent
            ? _reader.TryRead(out value, min, max) || RefuseValue(key, $"an integer from {min} to {max}")
            : fallback is not null || RefuseMissing(key, $"an integer from {min} to {max}");
    }

    /// <summary>Reads a required unsigned 64-bit integer.</summary>
    internal bool Read(in MapScope map, string key, out ulong value)
    {
        value = 0;
        const string expected = "an integer of 0 or more";
        return Find(map, key)
            ? _reader.TryRead(out value) || RefuseValue(key, expected)
            : RefuseMissing(key, expected);
    }

    /// <summary>Reads a required bool.</summary>
    internal bool Read(in MapScope map, string key, out bool value)
    {
        value = false;
        return Find(map, key)
            ? _reader.TryRead(out value) || RefuseValue(key, "a bool")
            : RefuseMissing(key, "a bool");
    }

    /// <summary>Reads a number; <paramref name="fallback"/> without the key.</summary>
    internal bool Read(in MapScope map, string key, double fallback, out double value)
    {
        value = fallback;
        return !Find(map, key) || _reader.TryRead(out value) || RefuseValue(key, "a number");
    }

    /// <summary>Reads a text without control characters; empty without the key.</summary>
    internal bool Read(in MapScope map, string key, int maxBytes, out string value)
    {
        value = "";
        return !Find(map, key) || Read(key, maxBytes, out value);
    }

    /// <summary>Reads a text without control characters, up to <paramref name="maxBytes"/> bytes.</summary>
    internal bool Read(string member, int maxBytes, out string value)
    {
        value = "";
        if (!_reader.TryReadUtf8(out ReadOnlySpan<byte> utf8))
            return RefuseType(member, "a string");
        if (utf8.Length > maxBytes)
            return Refuse(member, $"a text of {utf8.Length} bytes; allowed are up to {maxBytes}");
        if (!Utf8.IsValid(utf8))
            return Refuse(member, "a text that is not UTF-8");
        value = Encoding.UTF8.GetString(utf8);
        return !value.Any(char.IsControl) || Refuse(member, "a text with control characters");
    }

    /// <summary>Opens an array of up to <paramref name="max"/> items; no items without the key.</summary>
    internal bool Open(in MapScope map, string key, int max, out ItemScope items)
    {
        items = default;
        if (!Find(map, key))
            return true;
        if (!_reader.TryReadArrayHeader(out int count))
            return RefuseType(key, "an array");
        items = new ItemScope(_reader.Position, count);
        return count <= max || Refuse(key, $"{count} items; allowed are up to {max}");
    }

    /// <summary>Moves to the next item of an array, wherever the reading of the one before it stopped.</summary>
    internal void MoveToNext(ref ItemScope items)
    {
        int item = items.Position;
        _reader.Seek(item);
        _reader.TrySkip(int.MaxValue);
        items = new ItemScope(_reader.Position, items.Count);
        _reader.Seek(item);
    }

    /// <summary>Fails with a reason in words; always false.</summary>
    internal bool Refuse(string member, string reason)
    {
        if (Fault.Member is null)
            Fault = new MapFault(member, _reader.Position, ReadFailure.OutOfRange, reason);
        return false;
    }

    /// <summary>
    /// Puts <paramref name="name"/> before the member of the fault if reading inside it failed. The path is built from
    /// the inside out, so valid input builds no text.
    /// </summary>
    internal bool Within(string name, bool read)
    {
        if (!read && Fault.Member is { } inner)
            Fault = Fault with { Member = inner.Length == 0 || inner[0] == '[' ? name + inner : $"{name}.{inner}" };
        return read;
    }

    /// <summary>The same for an item of an array.</summary>
    internal bool Within(int index, bool read) => read || Within($"[{index}]", false);

    private bool RefuseMissing(string member, string expected) =>
        Refuse(member, $"expected {expected}, found nothing");

    private bool RefuseValue(string member, string expected) => _reader.Failure == ReadFailure.OutOfRange
        ? Refuse(member, $"expected {expected}, found a number outside")
        : RefuseType(member, expected);

    private bool RefuseType(string member, string expected) =>
        Refuse(member, $"expected {expected}, found {MessagePackCode.NameOf(_reader.NextCode)}");

    private bool Fail(string member) => Fail(member, _reader.Failure);

    private bool Fail(string member, ReadFailure failure)
    {
        if (Fault.Member is null)
            Fault = new MapFault(member, _reader.Position, failure);
        return false;
    }
}

/// <summary>Why a map could not be read. Creating one does not allocate.</summary>
/// <param name="Member">The faulty or missing member, with dots for depth; null for no fault.</param>
/// <param name="Offset">Byte offset of the offending token.</param>
/// <param name="Failure">The failure; <see cref="ReadFailure.None"/> for a missing member.</param>
/// <param name="Reason">The failure in words, where the reader has them; null otherwise.</param>
public readonly record struct MapFault(string? Member, int Offset, ReadFailure Failure, string? Reason = null)
{
    /// <inheritdoc/>
    public override string ToString() => (Member, Reason, Failure) switch
    {
        (null, _, _) => "no fault",
        (_, not null, _) => $"{Member}: {Reason}",
        (_, _, ReadFailure.None) => $"{Member} is missing",
        _ => $"{Member} at byte {Offset}: {Failure}",
    };
}

/// <summary>A map of a document that was checked.</summary>
/// <param name="Position">Offset of its first key.</param>
/// <param name="Pairs">Number of its pairs.</param>
internal readonly record struct MapScope(int Position, int Pairs);

/// <summary>The items of an array of a document that was checked.</summary>
/// <param name="Position">Offset of the next item.</param>
/// <param name="Count">Number of all items, within the limit it was opened with.</param>
internal readonly record struct ItemScope(int Position, int Count);
