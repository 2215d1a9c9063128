using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Recorder;

/// <summary>
/// Stores blocks as <c>columns-packed</c>, whatever format they were published in: the same bits of every value in
/// fewer bytes. What cannot be decoded, or would be no shorter, stays as it was published.
/// </summary>
/// <param name="registry">The formats.</param>
internal sealed class PackedFrames(SerializerRegistry registry) : IFrameRewriter
{
    private const string Format = "columns-packed";

    private readonly SerializerSet _formats = registry.CreateSet();
    private readonly IBlockSerializer _packed = registry.Create(Format)
        ?? throw new InvalidOperationException($"there is no format {Format}");

    private readonly CDataBlock _block = new(BlockLayout.Empty);
    private readonly ArrayBufferWriter<byte> _payload = new();

    /// <inheritdoc/>
    public bool TryRewrite(
        in FrameHeader header, ReadOnlySpan<byte> payload, IBufferWriter<byte> output, out byte content)
    {
        content = _packed.ContentId;
        if (header.Kind != FrameKind.Data || (header.Flags & FrameFlags.Encrypted) != 0
            || !_formats.Deserialize(header.Content, payload, _block).IsOk)
            return false;
        _payload.ResetWrittenCount();
        _packed.Serialize(_block, _payload);
        if (_payload.WrittenCount >= payload.Length)
            return false;
        output.Write(_payload.WrittenSpan);
        return true;
    }
}
