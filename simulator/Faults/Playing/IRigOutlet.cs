using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;

namespace Simulator.Faults.Playing;

/// <summary>Where a rig's blocks go: a link, or the connector that the rig is part of. Block thread only.</summary>
public interface IRigOutlet
{
    /// <summary>What the rig is, from the next block on.</summary>
    void Describe(StreamDescription stream);

    /// <summary>
    /// A block that goes out when the present tick is due; it is copied or encoded before the call returns.
    /// </summary>
    void Emit(CDataBlock block, in BlockStamp stamp);

    /// <summary>
    /// Something happened at the rig that its values alone do not show; it holds from the block that is emitted next.
    /// </summary>
    void Report(LinkEvent happened);

    /// <summary>The link goes down, and stays down.</summary>
    void Disconnect(string reason);

    /// <summary>The link may come up again.</summary>
    void Reconnect();

    /// <summary>The link closes; a client that connects again finds a rig that counts from 0 again.</summary>
    void Restart(string reason);
}

/// <summary>What the header of a block has beside the block.</summary>
/// <param name="DueUtcNs">Due time of the first sample, ns since the Unix epoch, as the rig's clock has it.</param>
/// <param name="ErrorCode">The rig's error code; 0 none.</param>
/// <param name="BufferPerMille">How full its buffer is, 0 to 1000; the link reports more when its own queue is
/// fuller.</param>
public readonly record struct BlockStamp(long DueUtcNs, ushort ErrorCode = 0, ushort BufferPerMille = 0);
