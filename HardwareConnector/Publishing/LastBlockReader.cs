using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Publishing;

/// <summary>Decodes the newest published block of a stream, whatever format it is in. One thread.</summary>
/// <param name="registry">The formats.</param>
internal sealed class LastBlockReader(SerializerRegistry registry)
{
    private readonly SerializerSet _readers = registry.CreateSet();
    private readonly byte[] _headerBytes = new byte[FrameHeader.Size];
    private readonly PayloadBuffer _payload = new();
    private FrameHeader _header;

    /// <summary>The block, until the next one is read.</summary>
    public CDataBlock Block { get; } = new(BlockLayout.Empty);

    /// <summary>Its header.</summary>
    public ref readonly FrameHeader Header => ref _header;

    /// <summary>Reads the block of a stream; false when it has none yet.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="outcome">Whether it could be decoded.</param>
    public bool TryRead(PublishedStream stream, out DecodeOutcome outcome)
    {
        outcome = default;
        if (!stream.LastFrame.TryCopy(_headerBytes, _payload))
            return false;
        if (FrameHeaderReader.ReadHeader(_headerBytes, _payload.Length, FrameLimits.Default, out _header).IsOk)
            outcome = _readers.Deserialize(_header.Content, _payload.Written, Block);
        return true;
    }
}
