using System.Buffers;
using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>A value of the input that no member takes.</summary>
internal abstract class UnknownValue
{
    /// <summary>Writes it.</summary>
    public abstract void Write(ref MessagePackWriter writer, GraphWriteContext context);
}

/// <summary>A number, a time, bytes, null.</summary>
/// <param name="item">Its bytes.</param>
internal sealed class UnknownItem(byte[] item) : UnknownValue
{
    public override void Write(ref MessagePackWriter writer, GraphWriteContext context) => writer.WriteRaw(item);
}

/// <summary>A text.</summary>
/// <param name="text">The text.</param>
internal sealed class UnknownText(string text) : UnknownValue
{
    public override void Write(ref MessagePackWriter writer, GraphWriteContext context) =>
        context.WriteText(ref writer, text);
}

/// <summary>A list.</summary>
internal sealed class UnknownList : UnknownValue
{
    /// <summary>Its elements.</summary>
    public List<UnknownValue> Elements { get; } = [];

    public override void Write(ref MessagePackWriter writer, GraphWriteContext context)
    {
        if (context.Refer(ref writer, this))
            return;
        context.Place.Enter(null);
        writer.WriteArrayHeader(1 + Elements.Count);
        writer.WriteNil();
        foreach (UnknownValue element in Elements)
            element.Write(ref writer, context);
        context.Place.Leave();
    }
}

/// <summary>A dictionary.</summary>
internal sealed class UnknownMap : UnknownValue
{
    /// <summary>Its entries.</summary>
    public List<(UnknownValue Key, UnknownValue Value)> Entries { get; } = [];

    public override void Write(ref MessagePackWriter writer, GraphWriteContext context)
    {
        if (context.Refer(ref writer, this))
            return;
        context.Place.Enter(null);
        writer.WriteMapHeader(Entries.Count);
        foreach ((UnknownValue key, UnknownValue value) in Entries)
        {
            key.Write(ref writer, context);
            value.Write(ref writer, context);
        }

        context.Place.Leave();
    }
}

/// <summary>An object.</summary>
/// <param name="names">Its members.</param>
internal sealed class UnknownObject(GraphNames names) : UnknownValue
{
    /// <summary>Values of the members.</summary>
    public List<UnknownValue> Values { get; } = [];

    public override void Write(ref MessagePackWriter writer, GraphWriteContext context)
    {
        if (context.Refer(ref writer, this))
            return;
        context.Place.Enter(names.All);
        writer.WriteArrayHeader(1 + Values.Count);
        writer.Write(context.RowOf(names));
        foreach (UnknownValue value in Values)
            value.Write(ref writer, context);
        context.Place.Leave();
    }
}

/// <summary>A reference to an object that a member has.</summary>
/// <param name="value">The object.</param>
/// <param name="converter">Converter of its type.</param>
internal sealed class KnownObject(object value, GraphConverter converter) : UnknownValue
{
    public override void Write(ref MessagePackWriter writer, GraphWriteContext context) =>
        converter.WriteObject(ref writer, value, context);
}

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
            MessagePackType.Extension when context.KeepsReferences => ReadExtension(ref reader, context),
            _ => ReadItem(ref reader),
        };

    private UnknownValue ReadArray(ref MessagePackReader reader, GraphReadContext context)
    {
        int number = context.Number(ref reader);
        int count = reader.ReadArrayHeader() - 1;
        if (count < 0)
            throw new GraphException("an array has neither a row nor the nil of a list");
        GraphNames? names = reader.TryReadNil() ? null : context.NamesOf(reader.ReadInt32());
        if (names is not null && names.All.Length != count)
            throw new GraphException($"an object has {count} values, and its row {names.All.Length} names");
        UnknownList list = new();
        UnknownObject? made = names is null ? null : new UnknownObject(names);
        context.Set(number, (UnknownValue?)made ?? list, this);
        ReadInto(made?.Values ?? list.Elements, count, names?.All, ref reader, context);
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

    private UnknownMap ReadMap(ref MessagePackReader reader, GraphReadContext context)
    {
        int number = context.Number(ref reader);
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
        return ahead.ReadExtensionHeader().TypeCode switch
        {
            GraphFormat.ObjectReference => context.ReadUnknownReference(ref reader),
            GraphFormat.TextReference => new UnknownText(context.ReadText(ref reader, null)!),
            _ => ReadItem(ref reader),
        };
    }

    private static UnknownItem ReadItem(ref MessagePackReader reader) =>
        new(BuffersExtensions.ToArray(reader.ReadRaw(new SerializationContext()).MsgPack));
}
