using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>How one connection is. The receive thread writes, any thread reads.</summary>
public sealed class ConnectionState
{
    private int _stale;
    private int _link;
    private int _ended;
    private long _reconnects;
    private long _conflicts;
    private int _inConflict;
    private long _heartbeats;
    private long _socketsUpAt;
    private long _badShape;
    private long _oversize;
    private long _lagNs = -1;

    /// <summary>How far its values can be trusted to be of now.</summary>
    public StaleState Stale => (StaleState)Volatile.Read(ref _stale);

    /// <summary>The connector's link to its rig, by the last heartbeat.</summary>
    public LinkState Link => (LinkState)Volatile.Read(ref _link);

    /// <summary>True when the connector reported its stop; false again when it is back.</summary>
    public bool Ended => Volatile.Read(ref _ended) != 0;

    /// <summary>How often the link was recreated.</summary>
    public long Reconnects => Volatile.Read(ref _reconnects);

    /// <summary>Heartbeats of a second process under the same identity: two connectors share a state folder.</summary>
    public long Conflicts => Volatile.Read(ref _conflicts);

    /// <summary>
    /// True while two processes speak under one identity: until a whole second passed without the other one's
    /// heartbeat.
    /// </summary>
    public bool InConflict => Volatile.Read(ref _inConflict) != 0;

    /// <summary>Heartbeats received.</summary>
    public long Heartbeats => Volatile.Read(ref _heartbeats);

    /// <summary>What is known of the connector's clock.</summary>
    public ConnectionClock Clock { get; } = new();

    /// <summary>Events of its rigs.</summary>
    public RigEventBoard Events { get; } = new();

    /// <summary>Timestamp at which the sockets were there; 0 before.</summary>
    public long SocketsUpAt => Volatile.Read(ref _socketsUpAt);

    /// <summary>
    /// How long after it was published the newest frame of a queue at a broker came, in ns, by two clocks; -1 before
    /// the first one, and without such a queue.
    /// </summary>
    public long LagNs => Volatile.Read(ref _lagNs);

    /// <summary>Frames that were refused after they were received, and name no stream.</summary>
    internal BadFrameCounts Bad { get; } = new();

    internal void SocketsUp(long timestamp) => Volatile.Write(ref _socketsUpAt, timestamp);

    internal void SetLag(long ns) => Volatile.Write(ref _lagNs, Math.Max(0, ns));

    internal void SetStale(StaleState stale) => Volatile.Write(ref _stale, (int)stale);

    internal void Heard(LinkState link, bool ended)
    {
        Volatile.Write(ref _link, (int)link);
        Volatile.Write(ref _ended, ended ? 1 : 0);
        Volatile.Write(ref _heartbeats, _heartbeats + 1);
    }

    /// <summary>
    /// Frames refused for one cause that name no stream, those that the sockets refused for their shape included.
    /// </summary>
    public long BadOf(BadFrame cause) => Bad.Get(cause) + cause switch
    {
        BadFrame.Length => Volatile.Read(ref _badShape),
        BadFrame.Oversize => Volatile.Read(ref _oversize),
        _ => 0,
    };

    // What libzmq refuses above its own limit ends the link and is not named by it: such ends count as oversize.
    internal void Refused(IFrameSubscriber data, IControlClient control)
    {
        Volatile.Write(
            ref _badShape, data.Faults.CountOf(FrameFault.Length) + control.Faults.CountOf(FrameFault.Length));
        Volatile.Write(
            ref _oversize,
            data.Faults.CountOf(FrameFault.Oversize) + control.Faults.CountOf(FrameFault.Oversize) + data.ProtocolEnds);
    }

    internal void Reconnected(long count) => Volatile.Write(ref _reconnects, count);

    internal void Conflicted(long count) => Volatile.Write(ref _conflicts, count);

    internal void BeInConflict(bool now) => Volatile.Write(ref _inConflict, now ? 1 : 0);
}
