using System.Buffers;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Rows;

/// <summary>
/// Content 2, row-shaped MessagePack as the annotated row classes are written, straight from and into a columnar block.
/// Rows whose sensor counts differ inside a channel are refused as ragged. Stateless: one may serve many threads.
/// </summary>
/// <param name="limits">What a document may hold; the wire's limits when left out.</param>
public sealed class RowsSerializer(BlockLimits? limits = null) : IBlockSerializer
{
    private readonly BlockLimits _limits = limits ?? BlockLimits.Default;

    /// <inheritdoc/>
    public byte ContentId => 2;

    /// <inheritdoc/>
    public string Name => "rows";

    /// <inheritdoc/>
    public string ContentType => "application/vnd.msgpack; layout=rows";

    /// <inheritdoc/>
    public void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        var writer = new RowsWriter(output.GetSpan(RowsWriter.MaxBytes(block)), block);
        output.Advance(writer.Write());
    }

    /// <inheritdoc/>
    public DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target) =>
        BlockDecoder.Decode<RowsGrammar, MessagePackReader>(input, target, _limits);
}
