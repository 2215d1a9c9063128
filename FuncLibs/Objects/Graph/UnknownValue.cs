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
    // Most are of one byte, and are shared.
    private static readonly UnknownItem[] OfOneByte =
        [.. Enumerable.Range(0, 1 + byte.MaxValue).Select(code => new UnknownItem([(byte)code]))];

    /// <summary>The item of some bytes.</summary>
    public static UnknownItem Of(in ReadOnlySequence<byte> item) =>
        item.Length == 1 ? OfOneByte[item.FirstSpan[0]] : new UnknownItem(item.ToArray());

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
        if (context.Refer(ref writer, this, null))
            return;
        context.Place.Enter(null);
        writer.WriteArrayHeader(1 + Elements.Count);
        writer.WriteNil();
        for (int i = 0; i < Elements.Count; i++)
        {
            context.Place.At(i);
            Elements[i].Write(ref writer, context);
        }

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
        if (context.Refer(ref writer, this, null))
            return;
        context.Place.Enter(null);
        writer.WriteMapHeader(Entries.Count);
        for (int i = 0; i < Entries.Count; i++)
        {
            context.Place.At(i);
            Entries[i].Key.Write(ref writer, context);
            Entries[i].Value.Write(ref writer, context);
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
        if (context.Refer(ref writer, this, null))
            return;
        context.Place.Enter(names.All);
        writer.WriteArrayHeader(1 + Values.Count);
        writer.Write(context.RowOf(names));
        for (int i = 0; i < Values.Count; i++)
        {
            context.Place.At(i);
            Values[i].Write(ref writer, context);
        }

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
