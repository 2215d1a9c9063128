using System.Buffers;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;

namespace SignalMonitor.Receiving;

/// <summary>
/// Requests the connector's time, once a second, and watches this machine's clock for steps. A step of either
/// clock empties the window. Receive thread only; does not allocate.
/// </summary>
internal sealed class ClockExchange
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly ConnectionClock _clock;
    private readonly TimeProvider _time;
    private readonly ClockFilter _filter;
    private readonly ClockStepDetector _steps;
    private readonly ArrayBufferWriter<byte> _request = new();
    private TimeExchange _requested;
    private long? _requestedAt;
    private long _connectorSteps;

    public ClockExchange(ConnectionClock clock, TimeProvider time)
    {
        (_clock, _time) = (clock, time);
        _filter = new ClockFilter(time);
        _steps = new ClockStepDetector(time);
    }

    /// <summary>True when the next exchange is due.</summary>
    public bool IsDue => _requestedAt is not { } at || _time.GetElapsedTime(at) >= Interval;

    /// <summary>Begins an exchange; one that was not answered is given up.</summary>
    public void Request(IControlClient client, uint id)
    {
        WatchSteps();
        _requestedAt = _time.GetTimestamp();
        _requested = new TimeExchange(id, _time.NowNs());
        _request.ResetWrittenCount();
        _requested.WriteRequest(_request);
        client.TrySend(_request.WrittenSpan);
        _clock.Estimated(_filter.Estimate);
    }

    /// <summary>Ends it. An answer to something else is late, or answers no request.</summary>
    /// <param name="payload">The answer.</param>
    /// <param name="receivedNs">When it came, UTC ns.</param>
    public void Receive(ReadOnlySpan<byte> payload, long receivedNs)
    {
        if (!TimeExchange.TryRead(payload, out TimeExchange answer, out _) || answer.Id != _requested.Id
            || answer.T1 != _requested.T1 || _requested.Id == 0)
        {
            _clock.Probed(ProbeVerdict.Refused);
            return;
        }

        // The clock may have been stepped between the first stamp and the last.
        bool stepped = WatchSteps();
        _requested = default;
        if (stepped)
            return;
        _clock.Probed(_filter.Add(new ClockProbe(answer.T1, answer.T2, answer.T3, receivedNs)));
        _clock.Estimated(_filter.Estimate);
    }

    /// <summary>A new link may lead to another machine.</summary>
    public void Restart()
    {
        _requested = default;
        Clear();
    }

    private bool WatchSteps()
    {
        bool own = _steps.TryObserve(out long stepNs);
        if (own)
            _clock.Own.Add(stepNs, _time.NowNs());
        bool stepped = own || _clock.Connector.Count != _connectorSteps;
        _connectorSteps = _clock.Connector.Count;
        if (stepped)
            Clear();
        return stepped;
    }

    private void Clear()
    {
        _filter.Clear();
        _clock.Estimated(null);
    }
}
