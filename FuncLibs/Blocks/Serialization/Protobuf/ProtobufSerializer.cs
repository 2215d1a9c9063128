using System.Buffers;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Protobuf;

/// <summary>
/// Content 6, protobuf by the schema cdatablock.proto beside this file: columns are packed fields of 8 bytes a value,
/// which are copied. Stateless: one may serve many threads.
/// </summary>
/// <param name="limits">What a document may hold; the wire's limits when left out.</param>
public sealed class ProtobufSerializer(BlockLimits? limits = null) : IBlockSerializer
{
    private readonly BlockLimits _limits = limits ?? BlockLimits.Default;

    /// <inheritdoc/>
    public byte ContentId => 6;

    /// <inheritdoc/>
    public string Name => "protobuf";

    /// <inheritdoc/>
    public string ContentType => "application/protobuf";

    /// <inheritdoc/>
    public void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        var writer = new ProtobufBlockWriter(output.GetSpan(ProtobufBlockWriter.MaxBytes(block)), block);
        output.Advance(writer.Write());
    }

    /// <inheritdoc/>
    public DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target) =>
        BlockDecoder.Decode<ProtobufGrammar, ProtobufReader>(input, target, _limits);
}
