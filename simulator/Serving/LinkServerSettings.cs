using System.Net;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;

namespace Simulator.Serving;

/// <summary>Where a rig is served, and what.</summary>
/// <param name="Listen">A loopback address; port 0 takes any free one.</param>
/// <param name="Stream">The stream that the hello describes.</param>
/// <param name="QueueBlocks">Blocks that may wait for a slow client before the newest are dropped; 1 or more.</param>
public sealed record LinkServerSettings(
    IPEndPoint Listen, StreamDescription Stream, int QueueBlocks = LinkServerSettings.DefaultQueueBlocks)
{
    /// <summary>Default of <see cref="QueueBlocks"/>: 0.2 s of the reference rate, besides what the kernel holds.</summary>
    public const int DefaultQueueBlocks = 64;

    private const int LeastSendBuffer = 256 << 10;
    private const int MostSendBuffer = 4 << 20;
    private const int BlocksInKernel = 4;

    /// <summary>Bytes that the kernel may hold: a few blocks, so that a client that is busy for a moment costs nothing.</summary>
    public int SendBufferBytes => Math.Clamp(BlocksInKernel * Stream.MaxDocumentBytes, LeastSendBuffer, MostSendBuffer);

    /// <summary>The queue of a new client, with room for its blocks of any content.</summary>
    public SendQueue NewQueue() => new(QueueBlocks, LinkProtocol.HeaderBytes + LinkBlockHeader.Bytes + Stream.MaxDocumentBytes);
}
