using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>Reads whatever comes.</summary>
internal sealed class UnknownConverter : GraphConverter<UnknownValue>
{
    public static UnknownConverter Instance { get; } = new();

    public override void Write(ref MessagePackWriter writer, UnknownValue? value, GraphWriteContext context) =>
        value!.Write(ref writer, context);

    public override void Read(ref MessagePackReader reader, ref UnknownValue? value, GraphReadContext context) =>
        value = reader.NextMessagePackType switch
        {
            MessagePackType.Array => ReadArray(ref reader, context),
            MessagePackType.Map => ReadMap(ref reader, context),
            MessagePackType.String => new UnknownText(context.ReadText(ref reader, null)!),
            MessagePackType.Extension => ReadExtension(ref reader, context),
            _ => ReadItem(ref reader),
        };

    private UnknownValue ReadArray(ref MessagePackReader reader, GraphReadContext context)
    {
        int number = context.Number(ref reader);
        if (context.TryGetUnknown(number, out UnknownValue? known))
        {
            context.SkipNumbered(number, ref reader);
            return known;
        }

        int count = reader.ReadArrayHeader() - 1;
        if (count < 0)
            throw new GraphException("an array has neither a row nor the nil of a list");
        GraphNames? names = reader.TryReadNil() ? null : context.Table.NamesOf(reader.ReadInt32(), count);
        UnknownList list = new();
        UnknownObject? made = names is null ? null : new UnknownObject(names);
        context.Set(number, (UnknownValue?)made ?? list, this);
        ReadInto(made?.Values ?? list.Elements, count, names?.All, ref reader, context);
        context.SetEnd(number, ref reader);
        return (UnknownValue?)made ?? list;
    }

    private void ReadInto(
        List<UnknownValue> values, int count, string[]? names, ref MessagePackReader reader, GraphReadContext context)
    {
        context.Place.Enter(names);
        for (int i = 0; i < count; i++)
        {
            context.Place.At(i);
            values.Add(ReadNext(ref reader, context));
        }

        context.Place.Leave();
    }

    private UnknownValue ReadMap(ref MessagePackReader reader, GraphReadContext context)
    {
        int number = context.Number(ref reader);
        if (context.TryGetUnknown(number, out UnknownValue? known))
        {
            context.SkipNumbered(number, ref reader);
            return known;
        }

        UnknownMap map = new();
        context.Set(number, map, this);
        int count = reader.ReadMapHeader();
        context.Place.Enter(null);
        for (int i = 0; i < count; i++)
        {
            context.Place.At(i);
            UnknownValue key = ReadNext(ref reader, context);
            map.Entries.Add((key, ReadNext(ref reader, context)));
        }

        context.Place.Leave();
        context.SetEnd(number, ref reader);
        return map;
    }

    private UnknownValue ReadNext(ref MessagePackReader reader, GraphReadContext context)
    {
        UnknownValue? value = null;
        Read(ref reader, ref value, context);
        return value!;
    }

    private static UnknownValue ReadExtension(ref MessagePackReader reader, GraphReadContext context)
    {
        MessagePackReader ahead = reader;
        sbyte type = ahead.ReadExtensionHeader().TypeCode;

        // Kept as it is it would refer to something else in the document that it is written into.
        if (type is GraphFormat.ObjectReference or GraphFormat.TextReference && !context.KeepsReferences)
            throw new GraphException("a reference in a document without references");
        return type switch
        {
            GraphFormat.ObjectReference => context.ReadUnknownReference(ref reader),
            GraphFormat.TextReference => new UnknownText(context.ReadText(ref reader, null)!),
            _ => ReadItem(ref reader),
        };
    }

    private static UnknownItem ReadItem(ref MessagePackReader reader) =>
        UnknownItem.Of(reader.ReadRaw(new SerializationContext()).MsgPack);
}
