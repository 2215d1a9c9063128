using System.Net;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Logging;
using HardwareConnector.Sources.Watching;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Sources.Links;

/// <summary>
/// A rig over the controller link. Connects, serves one connection after another, and reconnects with growing pauses.
/// </summary>
public sealed class LinkSource : IRigSource
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(20);

    private readonly SourceFeed _feed;
    private readonly IPEndPoint _address;
    private readonly RigTls? _tls;
    private readonly SerializerSet _serializers;
    private readonly TimeProvider _time;
    private readonly ILogger<LinkSource> _logger;
    private readonly ReconnectBackoff _backoff;
    private readonly RigEventIntake _events;
    private readonly LogPause _missing;
    private readonly LogPause _fruitless;
    private readonly HelloWatch _hellos;
    private LinkTlsState? _negotiated;

    /// <summary>Creates a source without TLS; nothing is connected yet.</summary>
    public LinkSource(
        SourceFeed feed, IPEndPoint address, SerializerRegistry registry, TimeProvider time, ILogger<LinkSource> logger)
        : this(feed, address, null, registry, time, logger)
    {
    }

    /// <summary>Creates the source; nothing is connected yet.</summary>
    internal LinkSource(
        SourceFeed feed,
        IPEndPoint address,
        RigTls? tls,
        SerializerRegistry registry,
        TimeProvider time,
        ILogger<LinkSource> logger)
    {
        _feed = feed;
        _address = address;
        _tls = tls;
        _serializers = registry.CreateSet();
        _time = time;
        _logger = logger;
        _events = new RigEventIntake(feed, time);
        _missing = new LogPause(time);
        _fruitless = new LogPause(time);
        _hellos = new HelloWatch(time);
        _backoff = new ReconnectBackoff(time, ShortestPause, LongestPause, Environment.ProcessId);
    }

    /// <inheritdoc/>
    public string Name => LinkAddress.Format(_address, _tls is not null);

    /// <summary>What the newest connection negotiated; null without TLS. Any thread.</summary>
    public LinkTlsState? Negotiated => Volatile.Read(ref _negotiated);

    /// <summary>The files of TLS; null without.</summary>
    internal RigTls? Tls => _tls;

    /// <inheritdoc/>
    public SourceCounters Counters { get; } = new();

    /// <inheritdoc/>
    public void Run(CancellationToken stop)
    {
        while (!stop.WaitHandle.WaitOne(Turn))
        {
            if (!_backoff.TryBegin())
                continue;
            LinkOutcome outcome = LinkClient.Open(
                _address, _tls?.Next(), "HardwareConnector", _time, out LinkClient? client, stop);
            using (client)
            {
                if (client is not null)
                    Serve(client, stop);
                else if (!stop.IsCancellationRequested)
                    Miss(outcome);
            }
        }
    }

    private void Miss(in LinkOutcome outcome)
    {
        if (outcome.Status == LinkStatus.NotSecure)
            Counters.CountRefusal();
        if (!_missing.MayLog())
            return;
        if (outcome.Status == LinkStatus.NotSecure)
            ConnectorLog.RigNotTrusted(_logger, Name, outcome.ToString());
        else
            ConnectorLog.NoRig(_logger, Name, outcome.ToString());
    }

    private void Serve(LinkClient client, CancellationToken stop)
    {
        Volatile.Write(ref _negotiated, client.Tls);
        LinkSession session = new(client, _feed, _serializers, Counters, _hellos, _events);
        Counters.CountConnection();
        bool logged = _fruitless.MayLog();
        if (logged)
            ConnectorLog.RigConnected(_logger, Name);
        LinkOutcome end = session.Run(stop);
        _feed.Report(LinkState.Offline, stop, end.ToString());
        if (stop.IsCancellationRequested)
        {
            client.SendCloseReason("the connector stops");
            return;
        }

        Settle(end, session.HasReceivedBlocks);
        if (logged || session.HasReceivedBlocks)
            ConnectorLog.LinkLost(_logger, Name, end.ToString());
        client.SendCloseReason(end.ToString());
    }

    // A rig that breaks the protocol, or sends a hello and no block (it serves another connector), is retried with the
    // backoff.
    private void Settle(in LinkOutcome end, bool hasReceivedBlocks)
    {
        bool peerEnded = end.Status is LinkStatus.Closed or LinkStatus.Failed or LinkStatus.Silent;
        if (!peerEnded)
            Counters.CountRefusal();
        if (!hasReceivedBlocks)
            return;
        if (peerEnded)
            _backoff.Reset();
        _missing.Reset();
        _fruitless.Reset();
    }
}

/// <summary>
/// Limits the logging of a repeated fault: at once, then once a minute until it is over, so that a rig that is off
/// overnight does not fill the disk. One thread.
/// </summary>
internal sealed class LogPause(TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private long? _last;

    /// <summary>True when the fault may be logged now; it then counts as logged.</summary>
    public bool MayLog()
    {
        if (_last is { } last && time.GetElapsedTime(last) < Interval)
            return false;
        _last = time.GetTimestamp();
        return true;
    }

    /// <summary>The fault is over: the next one may be logged at once.</summary>
    public void Reset() => _last = null;
}
