using System.Buffers;
using FuncLibs.Objects.Shapes;
using Nerdbank.MessagePack;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Graph;

/// <summary>Reads elements into a list by the key that each has.</summary>
internal abstract class GraphMerger<TElement>
{
    /// <summary>Reads elements.</summary>
    /// <param name="reader">At the first one.</param>
    /// <param name="list">Those that are there.</param>
    /// <param name="count">How many the input has.</param>
    /// <param name="context">The document, which says how.</param>
    public abstract void Read(
        ref MessagePackReader reader, IList<TElement> list, int count, GraphReadContext context);
}

/// <summary>Reads elements into a list by the key that each has.</summary>
/// <param name="member">The member that is the key.</param>
/// <param name="get">Gives the key.</param>
/// <param name="keyConverter">Reads a key.</param>
/// <param name="converter">Reads an element.</param>
internal sealed class GraphMergerByKey<TElement, TKey>(
    GraphMemberName member,
    Getter<TElement, TKey> get,
    GraphConverter<TKey> keyConverter,
    GraphConverter<TElement> converter) : GraphMerger<TElement>
{
    // Below, looking through the list is faster than an index of it.
    private const int MostSearched = 16;

    private readonly GraphLayouts _keyOnly = new([member]);

    public override void Read(
        ref MessagePackReader reader, IList<TElement> list, int count, GraphReadContext context)
    {
        ListMerge rules = context.Lists!;
        int before = list.Count;
        bool[] isInInput = ArrayPool<bool>.Shared.Rent(Math.Max(before, 1));
        Array.Clear(isInInput, 0, before);
        Dictionary<Indexed, int>? index = null;
        int expected = 0;
        for (int i = 0; i < count; i++)
        {
            context.Place.At(i);
            TKey key = ReadKey(in reader, list, expected, context);
            int place = Find(list, key, expected, ref index);
            if (place >= before || (place >= 0 && isInInput[place]))
                throw new GraphException($"two elements have the same '{member.Name}', which is the key of their list");
            if (place >= 0)
                isInInput[place] = true;
            if (place < 0 && rules.Adds)
            {
                index?.Add(new(key), list.Count);
                list.Add(ReadElement(ref reader, converter.CreateInitial(), context));
            }
            else if (place >= 0 && rules.Updates)
            {
                list[place] = ReadElement(ref reader, list[place], context);
            }
            else
            {
                context.Skip(ref reader);
            }

            expected = place + 1;
        }

        if (rules.Removes)
            RemoveOthers(list, isInInput.AsSpan(0, before));
        ArrayPool<bool>.Shared.Return(isInInput);
    }

    // Moves those that stay to the front, and cuts the rest: removing one by one would move all behind it.
    private static void RemoveOthers(IList<TElement> list, ReadOnlySpan<bool> isKept)
    {
        if (!isKept.Contains(false))
            return;
        if (list is not List<TElement>)
        {
            RemoveAndAdd(list, isKept);
            return;
        }

        int kept = 0;
        for (int i = 0; i < list.Count; i++)
        {
            if (i >= isKept.Length || isKept[i])
                list[kept++] = list[i];
        }

        while (list.Count > kept)
            list.RemoveAt(list.Count - 1);
    }

    // One that finds elements by their keys does not take any twice, so they are not moved within it.
    private static void RemoveAndAdd(IList<TElement> list, ReadOnlySpan<bool> isKept)
    {
        List<TElement> stay = [];
        for (int i = 0; i < list.Count; i++)
        {
            if (i >= isKept.Length || isKept[i])
                stay.Add(list[i]);
        }

        list.Clear();
        foreach (TElement one in stay)
            list.Add(one);
    }

    private TElement ReadElement(ref MessagePackReader reader, TElement? existing, GraphReadContext context)
    {
        converter.Read(ref reader, ref existing, context);
        return existing!;
    }

    // Reads ahead: what comes of the element depends on it.
    private TKey ReadKey(
        ref readonly MessagePackReader reader, IList<TElement> list, int expected, GraphReadContext context)
    {
        MessagePackReader ahead = reader;
        if (context.KeepsReferences && ahead.NextMessagePackType == MessagePackType.Extension)
        {
            TElement element = context.ReadReference(ref ahead, default, converter);
            return get(ref element);
        }

        // The text that is expected is kept when it is this one; nothing else is read into before it is known.
        TElement? likely = typeof(TKey) == typeof(string) && expected < list.Count ? list[expected] : default;
        TKey? key = likely is null || typeof(TKey) != typeof(string) ? default : get(ref likely);
        return ahead.NextMessagePackType == MessagePackType.Array
            && context.TryPeek(in ahead, _keyOnly, ref key, keyConverter) && key is not null
            ? key : throw new GraphException($"an element has no '{member.Name}', which is the key of its list");
    }

    private int Find(IList<TElement> list, TKey key, int expected, ref Dictionary<Indexed, int>? index)
    {
        if (index is null)
        {
            // Mostly both have the same order.
            if (expected < list.Count && IsAt(list, expected, key))
                return expected;
            if (list.Count > MostSearched)
                index = IndexOf(list);
        }

        if (index is not null)
            return index.GetValueOrDefault(new(key), -1);
        for (int i = 0; i < list.Count; i++)
        {
            if (IsAt(list, i, key))
                return i;
        }

        return -1;
    }

    private Dictionary<Indexed, int> IndexOf(IList<TElement> list)
    {
        Dictionary<Indexed, int> index = new(list.Count);
        for (int i = 0; i < list.Count; i++)
        {
            TElement one = list[i];
            if (one is not null)
                index.TryAdd(new(get(ref one)), i);
        }

        return index;
    }

    private bool IsAt(IList<TElement> list, int place, TKey key)
    {
        TElement one = list[place];
        return one is not null && EqualityComparer<TKey>.Default.Equals(get(ref one), key);
    }

    // Hashed with a seed: keys come from the input.
    private readonly record struct Indexed(TKey Key)
    {
        private static readonly IEqualityComparer<TKey> Comparer =
            (IEqualityComparer<TKey>?)SeededComparer<TKey>.Find() ?? EqualityComparer<TKey>.Default;

        public bool Equals(Indexed other) => Comparer.Equals(Key, other.Key);

        public override int GetHashCode() => Key is null ? 0 : Comparer.GetHashCode(Key);
    }
}
