using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>What objects, lists and dictionaries have in common: they may be null, and may be referred to.</summary>
internal abstract class GraphContainer<T> : GraphConverter<T>
{
    private readonly Type _form = typeof(T);

    /// <inheritdoc/>
    public sealed override void Write(ref MessagePackWriter writer, T? value, GraphWriteContext context)
    {
        if (value is null)
            writer.WriteNil();
        else if (!context.Refer(ref writer, value, _form))
            WriteContent(ref writer, value, context);
    }

    /// <inheritdoc/>
    public sealed override void Read(ref MessagePackReader reader, ref T? value, GraphReadContext context)
    {
        if (default(T) is null)
        {
            byte code = reader.NextCode;
            if (code == GraphFormat.Nil)
            {
                reader.ReadNil();
                value = default;
                return;
            }

            if (context.KeepsReferences && GraphFormat.IsExtension(code))
            {
                value = context.ReadReference(ref reader, value, this);
                return;
            }
        }

        int number = context.Number(ref reader);
        if (number < 0)
        {
            ReadContent(ref reader, ref value, number, context);
        }
        else if (context.TryGet(number, out T? known))
        {
            value = known;
            context.SkipNumbered(number, ref reader);
        }
        else
        {
            ReadContent(ref reader, ref value, number, context);
            context.SetEnd(number, ref reader);
        }
    }

    /// <summary>
    /// Tells what the document may refer to from here on. A struct cannot be referred to, and in a box it would be a
    /// copy.
    /// </summary>
    public void SetReadable(int number, T value, GraphReadContext context)
    {
        if (number >= 0 && !typeof(T).IsValueType)
            context.Set(number, value, this);
    }

    /// <summary>Writes one that was not written yet.</summary>
    protected abstract void WriteContent(ref MessagePackWriter writer, T value, GraphWriteContext context);

    /// <summary>Reads one that was not read yet.</summary>
    /// <param name="reader">At its first byte.</param>
    /// <param name="value">What is there already; receives what was read.</param>
    /// <param name="number">Its number in the document.</param>
    /// <param name="context">The document.</param>
    protected abstract void ReadContent(
        ref MessagePackReader reader, ref T? value, int number, GraphReadContext context);
}
