using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Catalogue.Codec;

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
