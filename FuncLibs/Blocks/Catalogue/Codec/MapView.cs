using System.Text;
using System.Text.Unicode;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Catalogue.Codec;

/// <summary>
/// A string-keyed map over its bytes (content 8). Values are found by key, in any order; unknown keys are passed over,
/// of a key that stands twice the first counts. The whole map was checked to be well-formed before it is looked at, so
/// a length never lies. Does not allocate.
/// </summary>
public readonly ref struct MapView
{
    private readonly ReadOnlySpan<byte> _pairs;
    private readonly int _count;
    private readonly Refusal _refusal;

    private MapView(ReadOnlySpan<byte> pairs, int count, Refusal refusal)
    {
        _pairs = pairs;
        _count = count;
        _refusal = refusal;
    }

    /// <summary>
    /// Opens a whole document: exactly one well-formed map, not nested deeper than <paramref name="maxDepth"/>.
    /// </summary>
    public static bool TryOpenDocument(ReadOnlySpan<byte> document, int maxDepth, Refusal refusal, out MapView map)
    {
        map = default;
        var reader = new MessagePackReader(document);
        if (!reader.TrySkip(maxDepth))
            return refusal.Because("map", $"{reader.Failure} inside the value at byte {reader.Position}");
        return reader.IsAtEnd ? TryOpen(document, refusal, out map)
            : refusal.Because("map", $"{reader.Remaining} bytes follow it");
    }

    /// <summary>Opens a value of a document that was checked.</summary>
    public static bool TryOpen(ReadOnlySpan<byte> value, Refusal refusal, out MapView map)
    {
        map = default;
        var reader = new MessagePackReader(value);
        if (!reader.TryReadMapHeader(out int count))
            return refusal.Because("", $"expected a map, found {MessagePackCode.NameOf(reader.NextCode)}");
        map = new MapView(value[reader.Position..], count, refusal);
        return true;
    }

    /// <summary>The bytes of the value of <paramref name="key"/>; empty when the map has no such key.</summary>
    public ReadOnlySpan<byte> Find(string key)
    {
        var reader = new MessagePackReader(_pairs);
        for (int i = 0; i < _count; i++)
        {
            bool found = reader.TryReadUtf8(out ReadOnlySpan<byte> name) && Ascii.Equals(name, key);
            if (!found && reader.Failure != ReadFailure.None)
                return default;
            int start = reader.Position;
            if (!reader.TrySkip(int.MaxValue))
                return default;
            if (found)
                return reader.Slice(start, reader.Position);
        }

        return default;
    }

    /// <summary>A whole number that has to be there, unless there is a fallback.</summary>
    public bool Int(string key, long min, long max, out long value, long? fallback = null)
    {
        var reader = new MessagePackReader(Find(key));
        value = fallback ?? 0;
        return (fallback is not null && reader.IsAtEnd) || reader.TryRead(out value, min, max)
            || Refuse(key, $"an integer from {min} to {max}", in reader);
    }

    /// <summary>A number of the whole u64 range that has to be there.</summary>
    public bool Unsigned(string key, out ulong value)
    {
        var reader = new MessagePackReader(Find(key));
        return reader.TryRead(out value) || Refuse(key, "an integer of 0 or more", in reader);
    }

    /// <summary>A yes or no that has to be there.</summary>
    public bool Bool(string key, out bool value)
    {
        var reader = new MessagePackReader(Find(key));
        return reader.TryRead(out value) || Refuse(key, "a bool", in reader);
    }

    /// <summary>A number; <paramref name="fallback"/> when the key is missing.</summary>
    public bool Number(string key, double fallback, out double value)
    {
        value = fallback;
        var reader = new MessagePackReader(Find(key));
        return reader.IsAtEnd || reader.TryRead(out value) || Refuse(key, "a number", in reader);
    }

    /// <summary>
    /// A text without control characters; empty when the key is missing. Its length is checked before it is taken.
    /// </summary>
    public bool Text(string key, int maxBytes, out string value)
    {
        value = "";
        ReadOnlySpan<byte> found = Find(key);
        return found.IsEmpty || ReadText(found, key, maxBytes, _refusal, out value);
    }

    /// <summary>The items of an array; none when the key is missing.</summary>
    public bool Items(string key, int max, out ItemsView items)
    {
        items = default;
        ReadOnlySpan<byte> found = Find(key);
        return found.IsEmpty || ItemsView.TryOpen(found, key, max, _refusal, out items);
    }

    internal static bool ReadText(
        ReadOnlySpan<byte> found, string name, int maxBytes, Refusal refusal, out string value)
    {
        value = "";
        var reader = new MessagePackReader(found);
        if (!reader.TryReadUtf8(out ReadOnlySpan<byte> utf8))
            return refusal.Because(name, $"expected a string, found {MessagePackCode.NameOf(reader.NextCode)}");
        if (utf8.Length > maxBytes)
            return refusal.Because(name, $"a text of {utf8.Length} bytes; allowed are up to {maxBytes}");
        if (!Utf8.IsValid(utf8))
            return refusal.Because(name, "a text that is not UTF-8");
        value = Encoding.UTF8.GetString(utf8);
        return !value.Any(char.IsControl) || refusal.Because(name, "a text with control characters");
    }

    private bool Refuse(string key, string expected, in MessagePackReader reader)
    {
        string found = reader.IsAtEnd ? "nothing"
            : reader.Failure == ReadFailure.OutOfRange ? "a number outside" : MessagePackCode.NameOf(reader.NextCode);
        return _refusal.Because(key, $"expected {expected}, found {found}");
    }
}

/// <summary>The items of an array of a map that was checked; taken one after the other.</summary>
public ref struct ItemsView
{
    private MessagePackReader _reader;

    private ItemsView(MessagePackReader reader, int count)
    {
        _reader = reader;
        Count = count;
    }

    /// <summary>Items of the array; never more than the limit it was opened with.</summary>
    public int Count { get; }

    internal static bool TryOpen(ReadOnlySpan<byte> value, string name, int max, Refusal refusal, out ItemsView items)
    {
        items = default;
        var reader = new MessagePackReader(value);
        if (!reader.TryReadArrayHeader(out int count))
            return refusal.Because(name, $"expected an array, found {MessagePackCode.NameOf(reader.NextCode)}");
        if (count > max)
            return refusal.Because(name, $"{count} items; allowed are up to {max}");
        items = new ItemsView(reader, count);
        return true;
    }

    /// <summary>The bytes of the next item.</summary>
    public ReadOnlySpan<byte> Next()
    {
        int start = _reader.Position;
        return _reader.TrySkip(int.MaxValue) ? _reader.Slice(start, _reader.Position) : default;
    }
}

/// <summary>
/// The first thing that was wrong in a map. The path grows from the inside out while the readers return, so good input
/// builds no text.
/// </summary>
public sealed class Refusal
{
    private string _path = "";
    private string? _reason;

    /// <summary>Ok until something was refused.</summary>
    public CatalogueOutcome Outcome => _reason is null ? CatalogueOutcome.Ok : CatalogueOutcome.Refused(_path, _reason);

    /// <summary>Refuses the value <paramref name="name"/>; always false.</summary>
    public bool Because(string name, string reason)
    {
        _path = name;
        _reason = reason;
        return false;
    }

    /// <summary>
    /// Puts <paramref name="name"/> before the path when reading inside it failed; returns <paramref name="read"/>.
    /// </summary>
    public bool Within(string name, bool read)
    {
        if (!read)
            _path = _path.Length == 0 || _path[0] == '[' ? name + _path : $"{name}.{_path}";
        return read;
    }

    /// <summary>The same for an item of an array.</summary>
    public bool Within(int index, bool read) => read || Within($"[{index}]", false);
}
