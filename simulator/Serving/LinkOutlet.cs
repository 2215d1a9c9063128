using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.RigLink;
using Simulator.Faults.Playing;
using Simulator.Rig;

namespace Simulator.Serving;

/// <summary>A rig's blocks go to the client of a link, when there is one.</summary>
/// <param name="server">The link.</param>
/// <param name="serializer">How blocks are encoded.</param>
internal sealed class LinkOutlet(LinkServer server, IBlockSerializer serializer) : IRigOutlet
{
    /// <inheritdoc/>
    public void Describe(StreamDescription stream) => server.Describe(stream);

    /// <inheritdoc/>
    public void Emit(CDataBlock block, in BlockStamp stamp) =>
        server.Active?.Prepare(block, stamp, SimulatedRig.StreamId, serializer);

    /// <inheritdoc/>
    public void Report(LinkEvent happened) => server.Active?.Enqueue(happened);

    /// <inheritdoc/>
    public void Disconnect(string reason) => server.Disconnect(reason);

    /// <inheritdoc/>
    public void Reconnect() => server.Reconnect();

    /// <inheritdoc/>
    public void Restart(string reason) => server.Active?.End(new LinkStateFrame(LinkCondition.Restart, reason));
}
