using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;

namespace Simulator.Faults.Playing;

/// <summary>Where a rig's blocks go: a link, or the connector that the rig is part of. Block thread only.</summary>
public interface IRigOutlet
{
    /// <summary>What the rig is, from the next block on.</summary>
    void Describe(StreamDescription stream);

    /// <summary>A block that goes out when the present tick is due; it is copied or encoded before the call returns.</summary>
    void Emit(CDataBlock block, in BlockStamp stamp);

    /// <summary>Something happened at the rig that its values alone do not say; it holds from the block that is emitted next.</summary>
    void Report(LinkEvent happened);

    /// <summary>The link goes down, and stays down.</summary>
    void GoDown(string reason);

    /// <summary>The link may come up again.</summary>
    void ComeUp();

    /// <summary>The link closes; whoever connects again finds a rig that counts anew.</summary>
    void Restart(string reason);
}
