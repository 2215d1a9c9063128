using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Messaging.Delivery.Freshness;

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
