using FuncLibs.Messaging.Transport;

namespace HardwareConnector.Control;

/// <summary>
/// Registry of peers that detects misbehaving ones: after 16 refused requests in a row the messages of a peer are
/// ignored for a minute. Bounded: above 256 peers the one silent longest is removed. Control thread only, except the
/// counters.
/// </summary>
public sealed class PeerRegistry
{
    /// <summary>Highest number of peers.</summary>
    public const int MaxPeers = 256;

    /// <summary>Refusals in a row after which a peer is ignored.</summary>
    public const int MaxRefusals = 16;

    private static readonly TimeSpan Ignored = TimeSpan.FromSeconds(60);

    private readonly TimeProvider _time;
    private readonly Dictionary<PeerId, Peer> _peers = [];
    private long _served;
    private long _refused;
    private long _dropped;

    /// <summary>Creates an empty registry.</summary>
    public PeerRegistry(TimeProvider time) => _time = time;

    /// <summary>Requests that were answered.</summary>
    public long Served => Volatile.Read(ref _served);

    /// <summary>Requests that were refused with an error.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>Requests of ignored peers, dropped unread.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>True while the messages of a peer are ignored; counts the message.</summary>
    public bool IsIgnored(PeerId peer)
    {
        if (!_peers.TryGetValue(peer, out Peer known) || known.Refusals < MaxRefusals)
            return false;
        if (_time.GetElapsedTime(known.LastSeen) >= Ignored)
        {
            _peers[peer] = known with { Refusals = 0 };
            return false;
        }

        Volatile.Write(ref _dropped, _dropped + 1);
        return true;
    }

    /// <summary>Records the result of a request.</summary>
    public void Note(PeerId peer, RequestResult result)
    {
        if (result == RequestResult.Refused)
            Volatile.Write(ref _refused, _refused + 1);
        else
            Volatile.Write(ref _served, _served + 1);
        if (result == RequestResult.Left)
        {
            _peers.Remove(peer);
            return;
        }

        bool known = _peers.TryGetValue(peer, out Peer entry);
        if (!known && _peers.Count >= MaxPeers)
            _peers.Remove(_peers.MinBy(p => p.Value.LastSeen).Key);
        _peers[peer] = new Peer(result == RequestResult.Refused ? entry.Refusals + 1 : 0, _time.GetTimestamp());
    }

    private readonly record struct Peer(int Refusals, long LastSeen);
}
