using FuncLibs.Runtime.Timing.Clocks;

namespace SignalMonitor.Receiving;

/// <summary>What is known of the connector's clock. The receive thread writes, once a second and with each event;
/// any thread reads.</summary>
public sealed class ConnectionClock
{
    private readonly Lock _gate = new();
    private ClockReading _reading;
    private (ulong Epoch, ulong Sequence) _lastEvent;

    /// <summary>Steps of this machine's clock.</summary>
    public ClockSteps Own { get; } = new();

    /// <summary>Steps of the connector's, as given by the it.</summary>
    public ClockSteps Connector { get; } = new();

    /// <summary>All of it at one moment.</summary>
    public ClockReading Read()
    {
        lock (_gate)
            return _reading with { OwnSteps = Own.Count, ConnectorSteps = Connector.Count };
    }

    internal void Estimated(ClockEstimate? estimate)
    {
        lock (_gate)
            _reading = _reading with { Estimate = estimate };
    }

    internal void Probed(ProbeVerdict verdict)
    {
        lock (_gate)
        {
            _reading = _reading with
            {
                Probes = _reading.Probes + (verdict == ProbeVerdict.Refused ? 0 : 1),
                Refused = _reading.Refused + (verdict == ProbeVerdict.Refused ? 1 : 0),
                Jumps = _reading.Jumps + (verdict == ProbeVerdict.Jumped ? 1 : 0),
            };
        }
    }

    /// <summary>The connector announced a step; once an event, however often it comes.</summary>
    /// <returns>True when it is new.</returns>
    internal bool ConnectorStepped(ulong epoch, ulong sequence, long stepNs, long utcNs)
    {
        if ((epoch, sequence).CompareTo(_lastEvent) <= 0)
            return false;
        _lastEvent = (epoch, sequence);
        Connector.Add(stepNs, utcNs);
        return true;
    }
}

/// <summary>The connector's clock at one moment.</summary>
/// <param name="Estimate">Its offset from this machine's and the bound; null while unknown.</param>
/// <param name="Probes">Exchanges of time stamps that were used.</param>
/// <param name="Refused">Answers whose stamps could not be.</param>
/// <param name="Jumps">Exchanges that contradicted what was known: a step that was not announced in time.</param>
/// <param name="OwnSteps">Steps of this machine's clock.</param>
/// <param name="ConnectorSteps">Steps that the connector announced.</param>
public readonly record struct ClockReading(
    ClockEstimate? Estimate, long Probes, long Refused, long Jumps, long OwnSteps, long ConnectorSteps)
{
    /// <summary>
    /// How far a latency may be wrong because it begins on one clock and ends on another, in ns; null while unknown. A
    /// block's time is the rig's, and taken to be the connector's: a step of the connector's clock ends that, and
    /// it is unknown how the rig's took it.
    /// </summary>
    public long? LatencyErrorNs => ConnectorSteps == 0 ? Estimate?.ReachNs : null;

    /// <summary>What is to be added to a latency where the clocks are proved to differ, in ns; it is then good to the
    /// bound. Null otherwise.</summary>
    public long? CorrectionNs =>
        ConnectorSteps == 0 && Estimate is { IsApart: true } estimate ? estimate.OffsetNs : null;
}
