using System.Buffers;
using System.Text;
using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>A dictionary as a map.</summary>
/// <param name="get">Its entries.</param>
/// <param name="keyConverter">Converter of a key.</param>
/// <param name="entryConverter">Converter of a value.</param>
/// <param name="make">Makes the dictionary.</param>
internal sealed class GraphMap<TDictionary, TKey, TEntry>(
    Func<TDictionary, IReadOnlyDictionary<TKey, TEntry>> get,
    GraphConverter<TKey> keyConverter,
    GraphConverter<TEntry> entryConverter,
    Func<List<KeyValuePair<TKey, TEntry>>, TDictionary> make) : GraphContainer<TDictionary>
    where TKey : notnull
{
    private const int StackCharacters = 256;

    /// <inheritdoc/>
    protected override void WriteContent(ref MessagePackWriter writer, TDictionary value, GraphWriteContext context)
    {
        context.Place.Enter(null);
        IReadOnlyDictionary<TKey, TEntry> all = get(value);
        writer.WriteMapHeader(all.Count);
        int index = 0;
        foreach ((TKey key, TEntry entry) in all)
        {
            context.Place.At(index++);
            keyConverter.Write(ref writer, key, context);
            entryConverter.Write(ref writer, entry, context);
        }

        context.Place.Leave();
    }

    /// <inheritdoc/>
    protected override void ReadContent(
        ref MessagePackReader reader, ref TDictionary? value, int number, GraphReadContext context)
    {
        int count = reader.ReadMapHeader();
        context.Place.Enter(null);
        if (value is IDictionary<TKey, TEntry> { IsReadOnly: false } existing && context.Claim(existing))
        {
            context.Set(number, value, this);
            ReadInto(ref reader, existing, count, context);
        }
        else
        {
            value = ReadNew(ref reader, number, count, context);
        }

        context.Place.Leave();
    }

    private TDictionary ReadNew(ref MessagePackReader reader, int number, int count, GraphReadContext context)
    {
        context.Promise(number);
        List<KeyValuePair<TKey, TEntry>> read = [];
        for (int i = 0; i < count; i++)
        {
            context.Place.At(i);
            TKey key = ReadKey(ref reader, default, context);
            TEntry? entry = default;
            entryConverter.Read(ref reader, ref entry, context);
            read.Add(new(key, entry!));
        }

        TDictionary made = make(read);
        context.Set(number, made, this);
        return made;
    }

    private void ReadInto(
        ref MessagePackReader reader, IDictionary<TKey, TEntry> existing, int count, GraphReadContext context)
    {
        TKey[] keys = ArrayPool<TKey>.Shared.Rent(count);
        int known = 0;
        int before = existing.Count;
        for (int i = 0; i < count; i++)
        {
            context.Place.At(i);
            keys[i] = ReadKey(ref reader, KnownKey(in reader, existing), context);
            bool isThere = existing.TryGetValue(keys[i], out TEntry? entry);
            known += isThere ? 1 : 0;
            if (MayTake(isThere, context))
            {
                entryConverter.Read(ref reader, ref entry, context);
                existing[keys[i]] = entry!;
            }
            else
            {
                context.Skip(ref reader);
            }
        }

        if (known != before && (context.Lists?.Removes ?? true))
            RemoveOthers(existing, keys.AsSpan(0, count));
        Array.Clear(keys, 0, count);
        ArrayPool<TKey>.Shared.Return(keys);
    }

    // Keys of a dictionary are what elements of a list are found by.
    private static bool MayTake(bool isThere, GraphReadContext context) =>
        context.Lists is not { } rules || (isThere ? rules.Updates : rules.Adds);

    private static void RemoveOthers(IDictionary<TKey, TEntry> existing, ReadOnlySpan<TKey> keys)
    {
        HashSet<TKey> kept = new((existing as Dictionary<TKey, TEntry>)?.Comparer);
        foreach (TKey key in keys)
            kept.Add(key);
        foreach (TKey key in existing.Keys.Where(key => !kept.Contains(key)).ToList())
            existing.Remove(key);
    }

    // The string of the dictionary that the key is, so that none is made for it.
    private static TKey? KnownKey(
        ref readonly MessagePackReader reader, IDictionary<TKey, TEntry> existing)
    {
        if (existing is not Dictionary<string, TEntry> texts
            || !texts.TryGetAlternateLookup(out Dictionary<string, TEntry>.AlternateLookup<ReadOnlySpan<char>> lookup)
            || !GraphReadContext.TryPeekText(in reader, out ReadOnlySpan<byte> bytes) || bytes.Length > StackCharacters)
            return default;
        Span<char> characters = stackalloc char[StackCharacters];
        int length = Encoding.UTF8.GetChars(bytes, characters);
        return lookup.TryGetValue(characters[..length], out string? known, out _) ? (TKey)(object)known : default;
    }

    private TKey ReadKey(ref MessagePackReader reader, TKey? key, GraphReadContext context)
    {
        keyConverter.Read(ref reader, ref key, context);
        return key ?? throw new GraphException("a key is null");
    }
}
