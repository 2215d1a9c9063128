using System.Buffers;
using System.Text;
using FuncLibs.Objects.Shapes;
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
    private const int MostUnseeded = 4096;

    /// <inheritdoc/>
    protected override void WriteContent(ref MessagePackWriter writer, TDictionary value, GraphWriteContext context)
    {
        context.Place.Enter(null);
        IReadOnlyDictionary<TKey, TEntry> all = get(value);
        int count = all.Count;
        writer.WriteMapHeader(count);
        int index = 0;
        foreach ((TKey key, TEntry entry) in all)
        {
            context.Place.At(index++);
            keyConverter.Write(ref writer, key, context);
            entryConverter.Write(ref writer, entry, context);
        }

        if (index != count)
            throw new InvalidOperationException($"a dictionary of {count} entries enumerates {index}");
        context.Place.Leave();
    }

    /// <inheritdoc/>
    protected override void ReadContent(
        ref MessagePackReader reader, ref TDictionary? value, int number, GraphReadContext context)
    {
        int count = reader.ReadMapHeader();
        if (value is IDictionary<TKey, TEntry> there)
            CheckHash(there, count);
        context.Place.Enter(null);
        if (value is IDictionary<TKey, TEntry> { IsReadOnly: false } existing && context.Claim(existing))
        {
            context.Set(number, value, this);
            if (context.Lists is { Removes: false } rules)
                Merge(ref reader, existing, count, rules, context);
            else
                Replace(ref reader, existing, count, context);
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
            TEntry? entry = entryConverter.CreateInitial();
            entryConverter.Read(ref reader, ref entry, context);
            read.Add(new(key, entry!));
        }

        TDictionary made = make(read);
        if (context.TryGet(number, out TDictionary? inner))
            return inner;
        SetReadable(number, made, context);
        return made;
    }

    // Elements of a list are found by their keys, entries of a dictionary by what is one.
    private void Merge(
        ref MessagePackReader reader,
        IDictionary<TKey, TEntry> existing,
        int count,
        ListMerge rules,
        GraphReadContext context)
    {
        for (int i = 0; i < count; i++)
        {
            context.Place.At(i);
            TKey key = ReadKey(ref reader, KnownKey(in reader, existing), context);
            bool isThere = TryGet(existing, key, out TEntry? entry);
            if (isThere ? rules.Updates : rules.Adds)
            {
                entryConverter.Read(ref reader, ref entry, context);
                existing[key] = entry!;
            }
            else
            {
                context.Skip(ref reader);
            }
        }
    }

    // It has the entries of the input afterwards, but for what the rules leave as it is.
    private void Replace(
        ref MessagePackReader reader, IDictionary<TKey, TEntry> existing, int count, GraphReadContext context)
    {
        (bool updates, bool adds) = (context.Lists?.Updates ?? true, context.Lists?.Adds ?? true);
        bool isSame = count == existing.Count && existing is Dictionary<TKey, TEntry>;
        List<KeyValuePair<TKey, TEntry>>? entries = isSame ? null : [];
        TKey[] keys = isSame ? ArrayPool<TKey>.Shared.Rent(count) : [];
        int known = 0;
        for (int i = 0; i < count; i++)
        {
            context.Place.At(i);
            TKey key = ReadKey(ref reader, KnownKey(in reader, existing), context);
            bool isThere = TryGet(existing, key, out TEntry? entry);
            known += isThere ? 1 : 0;
            if (isThere ? updates : adds)
                entryConverter.Read(ref reader, ref entry, context);
            else
                context.Skip(ref reader);
            if (isSame)
                keys[i] = key;
            if (isThere || adds)
            {
                entries?.Add(new(key, entry!));
                if (isSame)
                    existing[key] = entry!;
            }
        }

        if (isSame && (known != count || !HasOrderOf((Dictionary<TKey, TEntry>)existing, keys)))
            entries = Find(existing, keys.AsSpan(0, count));
        if (entries is not null)
        {
            // By its own comparer: what a key is equal to, it alone tells.
            existing.Clear();
            foreach ((TKey key, TEntry entry) in entries)
                existing[key] = entry;
        }

        if (isSame)
        {
            Array.Clear(keys, 0, count);
            ArrayPool<TKey>.Shared.Return(keys);
        }
    }

    private bool TryGet(IDictionary<TKey, TEntry> existing, TKey key, out TEntry? entry)
    {
        if (existing.TryGetValue(key, out entry))
            return true;
        entry = entryConverter.CreateInitial();
        return false;
    }

    // Then each of its keys is one of the input: one that came twice would leave another without.
    private static bool HasOrderOf(Dictionary<TKey, TEntry> existing, TKey[] keys)
    {
        int index = 0;
        foreach (TKey key in existing.Keys)
        {
            if (!existing.Comparer.Equals(key, keys[index++]))
                return false;
        }

        return true;
    }

    private static List<KeyValuePair<TKey, TEntry>> Find(
        IDictionary<TKey, TEntry> existing, ReadOnlySpan<TKey> keys)
    {
        List<KeyValuePair<TKey, TEntry>> found = [];
        foreach (TKey key in keys)
        {
            if (existing.TryGetValue(key, out TEntry? entry))
                found.Add(new(key, entry));
        }

        return found;
    }

    // A dictionary that is there has its own comparer, and a stranger can choose keys whose hashes collide.
    private static void CheckHash(IDictionary<TKey, TEntry> existing, int count)
    {
        if (count > existing.Count + MostUnseeded && SeededComparer<TKey>.Find() is not null
            && (existing as Dictionary<TKey, TEntry>)?.Comparer == EqualityComparer<TKey>.Default)
            throw new ObjectLimitException(
                $"{count} entries for a dictionary of {existing.Count} that hashes its keys without a seed, where "
                + $"{MostUnseeded} more are taken at most; give it a setter, or a comparer");
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
