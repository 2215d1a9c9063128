using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>A collection as an array that begins with nil.</summary>
/// <param name="get">Its elements.</param>
/// <param name="element">Converter of an element.</param>
/// <param name="make">Makes the collection.</param>
/// <param name="merger">Merges elements by their keys; null = they have none.</param>
internal sealed class GraphList<TCollection, TElement>(
    Func<TCollection, IEnumerable<TElement>> get,
    GraphConverter<TElement> element,
    Func<List<TElement>, TCollection> make,
    GraphMerger<TElement>? merger) : GraphContainer<TCollection>
{
    // A length that the input claims takes no more than this before elements come.
    private const int MostReserved = 1024;

    private readonly bool _isList = typeof(TCollection).IsAssignableFrom(typeof(List<TElement>));

    private readonly bool _isKeyed = IsKeyed(typeof(TCollection));

    /// <inheritdoc/>
    protected override void WriteContent(ref MessagePackWriter writer, TCollection value, GraphWriteContext context)
    {
        context.Place.Enter(null);
        if (value is TElement[] array)
            WriteAll(ref writer, array, context);
        else if (value is List<TElement> list)
            WriteAll(ref writer, CollectionsMarshal.AsSpan(list), context);
        else
            WriteAll(ref writer, CollectionsMarshal.AsSpan(get(value).ToList()), context);
        context.Place.Leave();
    }

    /// <inheritdoc/>
    protected override void ReadContent(
        ref MessagePackReader reader, ref TCollection? value, int number, GraphReadContext context)
    {
        int count = reader.ReadArrayHeader() - 1;
        if (count < 0 || !reader.TryReadNil())
            throw new GraphException("an object where a list is expected");
        context.Place.Enter(null);
        bool isClaimed = value is not null && !typeof(TCollection).IsValueType && context.Claim(value);
        if (isClaimed && value is TElement[] array && array.GetType() == typeof(TElement[])
            && array.Length == count && !Merges(context))
        {
            context.Set(number, value, this);
            ReadOver(ref reader, array.AsSpan(), context);
        }
        else if (isClaimed && value is IList<TElement> { IsReadOnly: false } and not TElement[])
        {
            context.Set(number, value, this);
            ReadInto(ref reader, (IList<TElement>)value, count, context);
        }
        else
        {
            value = ReadNew(ref reader, isClaimed ? value : default, number, count, context);
        }

        context.Place.Leave();
    }

    private void WriteAll(ref MessagePackWriter writer, ReadOnlySpan<TElement> elements, GraphWriteContext context)
    {
        writer.WriteArrayHeader(1 + elements.Length);
        writer.WriteNil();
        for (int i = 0; i < elements.Length; i++)
        {
            context.Place.At(i);
            element.Write(ref writer, elements[i], context);
        }
    }

    private TCollection ReadNew(
        ref MessagePackReader reader, TCollection? existing, int number, int count, GraphReadContext context)
    {
        List<TElement> elements;
        if (_isList)
        {
            // It can be referred to from within.
            elements = existing is not null && Merges(context)
                ? [.. get(existing)] : new List<TElement>(Math.Min(count, MostReserved));
            context.Set(number, elements, this);
            if (Merges(context))
                merger!.Read(ref reader, elements, count, context);
            else
                Append(ref reader, elements, count, context);

            // A cast without its check, which _isList is.
            return Unsafe.As<List<TElement>, TCollection>(ref elements);
        }

        context.Promise(number);
        elements = existing is null ? [] : [.. get(existing)];
        ReadInto(ref reader, elements, count, context);
        TCollection made = make(elements);
        if (context.TryGet(number, out TCollection? inner))
            return inner;
        SetReadable(number, made, context);
        return made;
    }

    private void ReadInto(
        ref MessagePackReader reader, IList<TElement> list, int count, GraphReadContext context)
    {
        if (Merges(context))
        {
            merger!.Read(ref reader, list, count, context);
            return;
        }

        // It finds elements by their keys, which change while they are read into.
        if (_isKeyed && list is not List<TElement>)
        {
            List<TElement> elements = [.. list];
            ReadInto(ref reader, elements, count, context);
            list.Clear();
            foreach (TElement one in elements)
                list.Add(one);
            return;
        }

        int shared = Math.Min(count, list.Count);
        if (list is List<TElement> known)
            ReadOver(ref reader, CollectionsMarshal.AsSpan(known)[..shared], context);
        else
            ReadOver(ref reader, list, shared, context);
        for (int i = list.Count - 1; i >= count; i--)
            list.RemoveAt(i);
        Append(ref reader, list, count - shared, context);
    }

    private void ReadOver(
        ref MessagePackReader reader, IList<TElement> list, int count, GraphReadContext context)
    {
        for (int i = 0; i < count; i++)
        {
            context.Place.At(i);
            TElement? one = list[i];
            element.Read(ref reader, ref one, context);
            list[i] = one!;
        }
    }

    private void ReadOver(ref MessagePackReader reader, Span<TElement> elements, GraphReadContext context)
    {
        for (int i = 0; i < elements.Length; i++)
        {
            context.Place.At(i);
            element.Read(ref reader, ref elements[i]!, context);
        }
    }

    // Most collections are lists: by the interface, an element of a few numbers takes 3 % longer.
    private void Append(ref MessagePackReader reader, List<TElement> list, int count, GraphReadContext context)
    {
        for (int i = 0; i < count; i++)
        {
            context.Place.At(list.Count);
            TElement? one = NewElement();
            element.Read(ref reader, ref one, context);
            list.Add(one!);
        }
    }

    private void Append(ref MessagePackReader reader, IList<TElement> list, int count, GraphReadContext context)
    {
        for (int i = 0; i < count; i++)
        {
            context.Place.At(list.Count);
            TElement? one = NewElement();
            element.Read(ref reader, ref one, context);
            list.Add(one!);
        }
    }

    private TElement? NewElement() => typeof(TElement).IsValueType ? element.CreateInitial() : default;

    private static bool IsKeyed(Type? type) => type is not null && ((type.IsGenericType
        && type.GetGenericTypeDefinition() == typeof(KeyedCollection<,>)) || IsKeyed(type.BaseType));

    private bool Merges(GraphReadContext context) => merger is not null && context.Lists is not null;
}
