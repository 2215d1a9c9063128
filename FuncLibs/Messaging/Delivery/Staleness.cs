using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Messaging.Delivery;

/// <summary>Whether the values of a publisher are current.</summary>
public enum StaleState : byte
{
    /// <summary>Nothing was received yet.</summary>
    Unheard,

    /// <summary>Values are current.</summary>
    Fresh,

    /// <summary>The connector is online, but its rig is offline or delivers no blocks.</summary>
    RigStale,

    /// <summary>The connector is silent.</summary>
    ConnectorStale,

    /// <summary>The publisher of the stream is no longer at this address, or no longer has the stream.</summary>
    Past,
}

/// <summary>
/// Detects stale values. The connector is stale after a second without any frame. The rig is stale when its link is not
/// online, or when heartbeats arrive for a second without a new block. The age of the newest block uses the publisher's
/// clock only, because its heartbeat carries both times; clocks of two machines are never compared. The block must also
/// change, measured by this machine's monotonic clock. After a step of the publisher's clock, only the change counts
/// until the publisher's next epoch. Does no I/O; owned by one thread.
/// </summary>
public sealed class Staleness
{
    /// <summary>Default limit.</summary>
    public static readonly TimeSpan DefaultLimit = TimeSpan.FromSeconds(1);

    private readonly TimeProvider _time;
    private readonly TimeSpan _limit;
    private readonly AcquisitionWatch _rig = new();
    private long? _heardAt;
    private bool _rigStale;
    private ulong? _steppedIn;

    /// <summary>Creates an instance.</summary>
    /// <param name="time">The clock.</param>
    /// <param name="limit">Age at which values are stale.</param>
    public Staleness(TimeProvider time, TimeSpan limit)
    {
        _time = time;
        _limit = limit;
    }

    /// <summary>The present state.</summary>
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

    /// <summary>Handles a frame of any kind.</summary>
    public void OnFrame() => _heardAt = _time.GetTimestamp();

    /// <summary>Handles a heartbeat.</summary>
    public void OnHeartbeat(Heartbeat heartbeat)
    {
        OnFrame();
        _rigStale = _rig.IsStale(heartbeat.Link, heartbeat.LastAcquiredNs, ClockOf(heartbeat), _limit, _time);
    }

    /// <summary>
    /// The publisher's clock from a heartbeat, UTC ns; null after a clock step in this epoch, when it cannot be
    /// compared with acquisition times.
    /// </summary>
    public long? ClockOf(Heartbeat heartbeat) => _steppedIn == heartbeat.Epoch ? null : heartbeat.SentUtcNs;

    /// <summary>The publisher's clock was stepped in this epoch.</summary>
    public void OnClockStep(ulong epoch) => _steppedIn = epoch;
}

/// <summary>
/// Detects from heartbeats whether blocks still arrive, for a whole publisher or one stream. They do not when the link
/// is down, when the newest block is old by the publisher's clock, or when it does not change by this machine's
/// monotonic clock. Does no I/O; owned by one thread.
/// </summary>
public sealed class AcquisitionWatch
{
    private const long NsPerTick = 100;

    private long _acquiredNs;
    private long? _movedAt;

    /// <summary>Evaluates a heartbeat.</summary>
    /// <param name="link">The link to the rig.</param>
    /// <param name="acquiredNs">Due time of the newest block, UTC ns; 0 for none yet.</param>
    /// <param name="sentUtcNs">The publisher's clock at that moment; null when the clock was stepped and the age is
    /// unknown.</param>
    /// <param name="limit">Age at which values are stale.</param>
    /// <param name="time">The monotonic clock of this machine.</param>
    /// <returns>True when values are not current.</returns>
    public bool IsStale(LinkState link, long acquiredNs, long? sentUtcNs, TimeSpan limit, TimeProvider time)
    {
        if (acquiredNs != _acquiredNs)
            (_acquiredNs, _movedAt) = (acquiredNs, time.GetTimestamp());
        bool isOld = sentUtcNs is { } sent && sent - acquiredNs >= limit.Ticks * NsPerTick;
        bool isUnchanged = _movedAt is not { } moved || time.GetElapsedTime(moved) >= limit;
        return isOld || isUnchanged || link is LinkState.Offline or LinkState.Restart;
    }
}
