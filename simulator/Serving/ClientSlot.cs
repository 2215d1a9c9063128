using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;

namespace Simulator.Serving;

/// <summary>
/// Holds the one client slot of a link, the state of the link, and the current description of the rig. One lock covers
/// them, so that no client is served while the link is down, or gets a block before its description. Any thread; the
/// lock is never held while a peer is waited for.
/// </summary>
public sealed class ClientSlot
{
    private readonly Lock _gate = new();
    private readonly LinkFrameWriter _hello = new();
    private LinkServerSession? _active;
    private string? _down;
    private StreamDescription _stream;

    /// <summary>An empty slot of a link that is up.</summary>
    /// <param name="stream">What the rig is at first.</param>
    public ClientSlot(StreamDescription stream)
    {
        _stream = stream;
        LinkHello.WriteRig(_hello, [stream]);
    }

    /// <summary>The client that is served, or null.</summary>
    public LinkServerSession? Active => Volatile.Read(ref _active);

    /// <summary>Why the link is down; null while it is up.</summary>
    public string? Down => Volatile.Read(ref _down);

    /// <summary>
    /// The rig's description from the next block on; sent to the present client, and to those that come.
    /// </summary>
    public void Describe(StreamDescription stream)
    {
        lock (_gate)
        {
            _stream = stream;
            LinkHello.WriteRig(_hello, [stream]);
            _active?.Describe(stream);
        }
    }

    /// <summary>Disconnects the client and refuses new ones until <see cref="Reconnect"/>.</summary>
    public void Disconnect(string reason)
    {
        lock (_gate)
        {
            Volatile.Write(ref _down, reason);
            _active?.End(new LinkStateFrame(LinkCondition.Offline, reason));
        }
    }

    /// <summary>Whoever comes is served again.</summary>
    public void Reconnect() => Volatile.Write(ref _down, null);

    /// <summary>Sends a peer the rig's description.</summary>
    /// <param name="connection">Its connection.</param>
    /// <param name="described">The description that it got.</param>
    public LinkOutcome SendHello(LinkConnection connection, out StreamDescription described)
    {
        lock (_gate)
        {
            described = _stream;
            return _hello.Send(connection, 0);
        }
    }

    /// <summary>Serves a client whose hello was valid, when no other client is connected and the link is up. A rig that
    /// has changed its description since the hello sends it before the client's first block.</summary>
    /// <param name="session">The client.</param>
    /// <param name="described">The description that it got in its hello.</param>
    /// <param name="refusal">Why it is not served.</param>
    public bool TryTake(LinkServerSession session, StreamDescription described, out string refusal)
    {
        lock (_gate)
        {
            refusal = _down ?? (_active is null ? "" : "another client is connected; this link serves one");
            if (refusal.Length > 0)
                return false;
            if (!ReferenceEquals(described, _stream))
                session.Describe(_stream);

            // Last: from here on the block thread sends to it.
            Volatile.Write(ref _active, session);
            return true;
        }
    }

    /// <summary>The client's thread: the slot is free.</summary>
    public void Leave() => Volatile.Write(ref _active, null);
}
