using System.Buffers;

namespace FuncLibs.Blocks.Serialization;

/// <summary>
/// One format of block payloads. Implementations are stateless or keep only scratch memory for one thread at a time:
/// make one for each thread that uses it (<see cref="SerializerRegistry.Create(string)"/>).
/// </summary>
public interface IBlockSerializer
{
    /// <summary>The number of the format in the frame header (docs/wire-format.md).</summary>
    byte ContentId { get; }

    /// <summary>The name in configuration, for example <c>columns-raw</c>.</summary>
    string Name { get; }

    /// <summary>The media type.</summary>
    string ContentType { get; }

    /// <summary>Appends a block to <paramref name="output"/>. Does not allocate after warm-up.</summary>
    void Serialize(CDataBlock block, IBufferWriter<byte> output);

    /// <summary>
    /// Reads exactly one block from <paramref name="input"/> into <paramref name="target"/>, which is relaid out when
    /// it is too small. On failure the target may be partly written and is marked invalid.
    /// </summary>
    DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target);

    /// <summary>The same from a sequence; a sequence of several segments is copied into pooled memory first.</summary>
    DecodeOutcome Deserialize(in ReadOnlySequence<byte> input, CDataBlock target)
    {
        if (input.IsSingleSegment)
            return Deserialize(input.FirstSpan, target);
        if (input.Length > Array.MaxLength)
            return new DecodeOutcome(
                DecodeStatus.LimitExceeded, 0, default, "a payload of less than 2 GiB", "bytes", input.Length);
        int length = (int)input.Length;
        byte[] whole = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            input.CopyTo(whole);
            return Deserialize(whole.AsSpan(0, length), target);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(whole);
        }
    }
}
