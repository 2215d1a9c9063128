using System.Formats.Cbor;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Cbor;

/// <summary>A collection as an array.</summary>
/// <param name="get">Its elements.</param>
/// <param name="element">Converter of an element.</param>
/// <param name="make">Makes the collection.</param>
internal sealed class CborArray<TCollection, TElement>(
    Func<TCollection, IEnumerable<TElement>> get,
    CborConverter<TElement> element,
    Func<List<TElement>, TCollection> make) : CborConverter<TCollection>
{
    public override void Write(CborWriter writer, TCollection? value, CborContext context)
    {
        if (value is null)
        {
            writer.WriteNull();
            return;
        }

        context.Enter();
        IEnumerable<TElement> all = get(value);
        writer.WriteStartArray(all.TryGetNonEnumeratedCount(out int count) ? count : all.Count());
        int index = 0;
        foreach (TElement one in all)
        {
            context.Push(index++);
            element.Write(writer, one, context);
            context.CheckBytes(writer.BytesWritten);
            context.Pop();
        }

        writer.WriteEndArray();
        context.Leave();
    }

    public override TCollection? Read(CborReader reader, CborContext context)
    {
        if (default(TCollection) is null && reader.PeekState() == CborReaderState.Null)
        {
            reader.ReadNull();
            return default;
        }

        // The length that the input claims is not believed: memory is taken for what comes.
        context.Enter();
        List<TElement> read = [];
        reader.ReadStartArray();
        while (reader.PeekState() != CborReaderState.EndArray)
        {
            context.Push(read.Count);
            read.Add(element.Read(reader, context)!);
            context.Pop();
        }

        reader.ReadEndArray();
        context.Leave();
        return make(read);
    }
}

/// <summary>A dictionary as a map.</summary>
/// <param name="get">Its entries.</param>
/// <param name="key">Converter of a key.</param>
/// <param name="entry">Converter of a value.</param>
/// <param name="make">Makes the dictionary.</param>
internal sealed class CborMap<TDictionary, TKey, TEntry>(
    Func<TDictionary, IReadOnlyDictionary<TKey, TEntry>> get,
    CborConverter<TKey> key,
    CborConverter<TEntry> entry,
    Func<List<KeyValuePair<TKey, TEntry>>, TDictionary> make) : CborConverter<TDictionary>
    where TKey : notnull
{
    public override void Write(CborWriter writer, TDictionary? value, CborContext context)
    {
        if (value is null)
        {
            writer.WriteNull();
            return;
        }

        context.Enter();
        IReadOnlyDictionary<TKey, TEntry> all = get(value);
        writer.WriteStartMap(all.Count);
        int index = 0;
        foreach ((TKey name, TEntry one) in all)
        {
            context.Push(index++);
            key.Write(writer, name, context);
            entry.Write(writer, one, context);
            context.CheckBytes(writer.BytesWritten);
            context.Pop();
        }

        writer.WriteEndMap();
        context.Leave();
    }

    public override TDictionary? Read(CborReader reader, CborContext context)
    {
        if (default(TDictionary) is null && reader.PeekState() == CborReaderState.Null)
        {
            reader.ReadNull();
            return default;
        }

        context.Enter();
        List<KeyValuePair<TKey, TEntry>> read = [];
        reader.ReadStartMap();
        while (reader.PeekState() != CborReaderState.EndMap)
        {
            context.Push(read.Count);
            TKey name = key.Read(reader, context) ?? throw new CborContentException("a key is null");
            read.Add(new(name, entry.Read(reader, context)!));
            context.Pop();
        }

        reader.ReadEndMap();
        context.Leave();
        return make(read);
    }
}

/// <summary>A value that may be absent, as itself or null.</summary>
/// <param name="element">Converter of the value.</param>
/// <param name="none">Makes an absent one.</param>
/// <param name="some">Makes a present one.</param>
/// <param name="open">Gives the value.</param>
internal sealed class CborOptional<TOptional, TElement>(
    CborConverter<TElement> element,
    Func<TOptional> none,
    Func<TElement, TOptional> some,
    OptionDeconstructor<TOptional, TElement> open) : CborConverter<TOptional>
{
    public override void Write(CborWriter writer, TOptional? value, CborContext context)
    {
        if (open(value, out TElement? present))
            element.Write(writer, present, context);
        else
            writer.WriteNull();
    }

    public override TOptional? Read(CborReader reader, CborContext context)
    {
        if (reader.PeekState() != CborReaderState.Null)
            return some(element.Read(reader, context)!);
        reader.ReadNull();
        return none();
    }
}
