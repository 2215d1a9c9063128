using System.Buffers;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Cbor;

/// <summary>
/// Content 5, the document of content 1 in CBOR (RFC 8949): columns are typed arrays (RFC 8746), which libraries of
/// many languages read without code of ours. Nearly as fast as <c>columns-raw</c>. Stateless: one may serve many
/// threads.
/// </summary>
/// <param name="limits">What a document may hold; the wire's limits when left out.</param>
public sealed class CborSerializer(BlockLimits? limits = null) : IBlockSerializer
{
    private readonly BlockLimits _limits = limits ?? BlockLimits.Default;

    /// <inheritdoc/>
    public byte ContentId => 5;

    /// <inheritdoc/>
    public string Name => "cbor";

    /// <inheritdoc/>
    public string ContentType => "application/cbor";

    /// <inheritdoc/>
    public void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        var writer = new CborBlockWriter(output.GetSpan(CborBlockWriter.MaxBytes(block)), block);
        output.Advance(writer.Write());
    }

    /// <inheritdoc/>
    public DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target) =>
        BlockDecoder.Decode<ColumnsGrammar<CborReader, CborColumns>, CborReader>(input, target, _limits);
}
