using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Messaging.Delivery;

/// <summary>How far the values of a publisher can be trusted to be of now.</summary>
public enum StaleState : byte
{
    /// <summary>Nothing was heard yet.</summary>
    Unheard,

    /// <summary>Values are of now.</summary>
    Fresh,

    /// <summary>The connector speaks, but its rig is not there or gives no blocks.</summary>
    RigStale,

    /// <summary>The connector is silent.</summary>
    ConnectorStale,

    /// <summary>Of a stream: its publisher is no longer at this address, or no longer has it.</summary>
    Past,
}

/// <summary>
/// Knows when values are stale. No frame of any kind for a second: the connector is. A link that is not online, or no new block for a
/// second while heartbeats come: the rig is. The age of the newest block is taken on the publisher's clock alone, as its heartbeat
/// carries both times, so clocks of two machines are never compared; and it must move, by this machine's monotonic clock. A step of the
/// publisher's clock parts it from the rig's: then only the movement counts, up to the publisher's next life. Pure; owned by one thread.
/// </summary>
public sealed class Staleness
{
    /// <summary>The limit that holds unless configured otherwise.</summary>
    public static readonly TimeSpan DefaultLimit = TimeSpan.FromSeconds(1);

    private readonly TimeProvider _time;
    private readonly TimeSpan _limit;
    private readonly AcquisitionWatch _rig = new();
    private long? _heardAt;
    private bool _rigStale;
    private ulong? _steppedIn;

    /// <summary>Makes one.</summary>
    /// <param name="time">The clock.</param>
    /// <param name="limit">How old is stale.</param>
    public Staleness(TimeProvider time, TimeSpan limit)
    {
        _time = time;
        _limit = limit;
    }

    /// <summary>How trustworthy values are now.</summary>
    public StaleState State
    {
        get
        {
            if (_heardAt is not { } heard)
                return StaleState.Unheard;
            if (_time.GetElapsedTime(heard) >= _limit)
                return StaleState.ConnectorStale;
            return _rigStale ? StaleState.RigStale : StaleState.Fresh;
        }
    }

    /// <summary>A frame of any kind came in.</summary>
    public void OnFrame() => _heardAt = _time.GetTimestamp();

    /// <summary>A heartbeat came in.</summary>
    public void OnHeartbeat(Heartbeat heartbeat)
    {
        OnFrame();
        _rigStale = _rig.IsStale(heartbeat.Link, heartbeat.LastAcquiredNs, ClockOf(heartbeat), _limit, _time);
    }

    /// <summary>The publisher's clock as a heartbeat says it, UTC ns; null when it was stepped in this life,
    /// and no age can be told by it.</summary>
    public long? ClockOf(Heartbeat heartbeat) => _steppedIn == heartbeat.Epoch ? null : heartbeat.SentUtcNs;

    /// <summary>The publisher's clock was stepped in this life of it.</summary>
    public void OnClockStep(ulong epoch) => _steppedIn = epoch;
}

/// <summary>
/// Judges from heartbeats whether blocks still come in, of a whole publisher or of one stream of it. They do not when the link is down,
/// when the newest one is old by the publisher's own clock, or when it does not move by this machine's monotonic clock. Pure;
/// owned by one thread.
/// </summary>
public sealed class AcquisitionWatch
{
    private const long NsPerTick = 100;

    private long _acquiredNs;
    private long? _movedAt;

    /// <summary>Takes what a heartbeat says.</summary>
    /// <param name="link">The link to the rig.</param>
    /// <param name="acquiredNs">Due time of the newest block, UTC ns; 0 none yet.</param>
    /// <param name="sentUtcNs">The publisher's clock when it said so; null when that clock was stepped and the age means nothing.</param>
    /// <param name="limit">How old is stale.</param>
    /// <param name="time">The monotonic clock of this machine.</param>
    /// <returns>True when values are not of now.</returns>
    public bool IsStale(LinkState link, long acquiredNs, long? sentUtcNs, TimeSpan limit, TimeProvider time)
    {
        if (acquiredNs != _acquiredNs)
            (_acquiredNs, _movedAt) = (acquiredNs, time.GetTimestamp());
        bool isOld = sentUtcNs is { } sent && sent - acquiredNs >= limit.Ticks * NsPerTick;
        bool stands = _movedAt is not { } moved || time.GetElapsedTime(moved) >= limit;
        return isOld || stands || link is LinkState.Offline or LinkState.Restart;
    }
}
