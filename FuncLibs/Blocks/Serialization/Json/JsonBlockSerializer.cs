using System.Buffers;
using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>
/// Content 4, JSON of the row classes straight from and into a columnar block, for people and for tools that read
/// nothing else. Text has one NaN: payloads and signs of NaN do not survive. Every other value does. Stateless: one may
/// serve many threads.
/// </summary>
/// <param name="limits">What a document may hold; the wire's limits when left out.</param>
public sealed class JsonBlockSerializer(BlockLimits? limits = null) : IBlockSerializer
{
    private readonly BlockLimits _limits = limits ?? BlockLimits.Default;

    /// <inheritdoc/>
    public byte ContentId => 4;

    /// <inheritdoc/>
    public string Name => "json";

    /// <inheritdoc/>
    public string ContentType => "application/json";

    /// <inheritdoc/>
    public void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        var writer = new JsonBlockWriter(output.GetSpan(JsonBlockWriter.MaxBytes(block)), block);
        output.Advance(writer.Write());
    }

    /// <inheritdoc/>
    public DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target)
    {
        target.Clear();
        var document = new JsonDocumentState(input, target, _limits, scan: null);
        if (JsonGrammar.TryRead(ref document))
            return Finish(ref document, input.Length);
        return document.IsTooLarge ? DeserializeAfterRelayout(input, target) : document.Outcome;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private DecodeOutcome DeserializeAfterRelayout(ReadOnlySpan<byte> input, CDataBlock target)
    {
        var shape = new LayoutProbe();
        var scan = new JsonDocumentState(input, target, _limits, shape);
        if (!JsonGrammar.TryRead(ref scan))
            return scan.Outcome;
        shape.Relayout(target, _limits);
        var document = new JsonDocumentState(input, target, _limits, scan: null);
        return JsonGrammar.TryRead(ref document) ? Finish(ref document, input.Length) : document.Outcome;
    }

    private static DecodeOutcome Finish(ref JsonDocumentState document, int length)
    {
        if (document.Tokens.IsAtEnd())
        {
            document.Block.IsValid = true;
            return DecodeOutcome.Done(length);
        }

        document.Enter(null);
        document.Refuse(
            DecodeStatus.TrailingBytes, "the end of the input", "bytes more:", length - document.Tokens.Position);
        return document.Outcome;
    }
}
