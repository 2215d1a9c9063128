using Nerdbank.MessagePack;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Graph;

/// <summary>A value that may be absent, as itself or nil.</summary>
/// <param name="element">Converter of the value.</param>
/// <param name="none">Makes an absent one.</param>
/// <param name="some">Makes a present one.</param>
/// <param name="open">Gives the value.</param>
internal sealed class GraphOptional<TOptional, TElement>(
    GraphConverter<TElement> element,
    Func<TOptional> none,
    Func<TElement, TOptional> some,
    OptionDeconstructor<TOptional, TElement> open) : GraphConverter<TOptional>
{
    /// <inheritdoc/>
    public override void Write(ref MessagePackWriter writer, TOptional? value, GraphWriteContext context)
    {
        if (open(value, out TElement? present))
            element.Write(ref writer, present, context);
        else
            writer.WriteNil();
    }

    /// <inheritdoc/>
    public override void Read(ref MessagePackReader reader, ref TOptional? value, GraphReadContext context)
    {
        if (reader.TryReadNil())
        {
            value = none();
            return;
        }

        TElement? read = element.CreateInitial();
        element.Read(ref reader, ref read, context);
        value = some(read!);
    }
}
