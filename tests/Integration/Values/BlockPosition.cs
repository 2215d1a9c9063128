using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using Testing;

namespace Integration.Values;

/// <summary>
/// Which simulated block has which sequence. The simulator ran before the connector came, so sequence 1 is not block 0;
/// one frame from the wire tells both.
/// </summary>
internal static class BlockPosition
{
    /// <summary>Index of a block minus its sequence.</summary>
    public static long OffsetOf(string publish, int pointsPerBlock)
    {
        using var transport = new ZeroMqTransport(new SocketLimits { LingerMs = 0 }, TimeProvider.System);
        using IFrameSubscriber subscriber = transport.Subscribe(Endpoint.Parse(publish));
        subscriber.Subscribe(Topic.Prefix(FrameKind.Data));
        var frame = new FrameBuffer(FrameLimits.Default);
        Eventually.True(() => subscriber.TryReceive(frame) == ReceiveStatus.Frame, "a data frame comes over the wire");
        FrameHeaderReader.Read(
            frame.Header, frame.Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        var block = new CDataBlock(BlockLayout.Empty);
        BuiltInSerializers.CreateRegistry().CreateSet().Deserialize(
            header.Content, frame.PayloadMemory.Span, block).IsOk.ShouldBeTrue();
        return (block.FirstSampleIndex / pointsPerBlock) - (long)header.Sequence;
    }
}
