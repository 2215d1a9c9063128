using System.Globalization;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Health;
using SignalMonitor.Receiving;
using SignalMonitor.Streams;
using Spectre.Console;

namespace SignalMonitor.Watch;

/// <summary>What a person is shown of one stream at one moment.</summary>
/// <param name="Name">Name of the stream.</param>
/// <param name="State">fresh, rig stale, connector stale.</param>
/// <param name="Rate">Blocks a second since the last reading.</param>
/// <param name="Account">Its account.</param>
/// <param name="AgeMs">Age of the newest value.</param>
/// <param name="P50Ms">Median latency of the last two seconds, ms.</param>
/// <param name="P99Ms">99th percentile.</param>
/// <param name="Values">The newest values; null before the first block.</param>
/// <param name="Clock">What is known of the connector's clock.</param>
internal sealed record StreamView(
    string Name,
    StaleState State,
    double Rate,
    StreamAccount Account,
    long AgeMs,
    double P50Ms,
    double P99Ms,
    StreamSnapshot? Values,
    ClockReading Clock = default)
{
    /// <summary>True when values are not current and must not look as if they were.</summary>
    public bool IsStale => State != StaleState.Fresh || IsPast;

    /// <summary>True when its source plays a recording.</summary>
    public bool IsReplay { get; init; }

    /// <summary>Its state for people: a replay is never called live.</summary>
    public string StateText => (IsReplay, State) switch
    {
        (false, _) => StreamViewer.TextOf(State),
        (true, StaleState.Fresh) => "replay",
        (true, _) => $"replay {StreamViewer.TextOf(State)}",
    };

    /// <summary>True while it reads a backlog.</summary>
    public bool IsPast { get; init; }

    /// <summary>The last event of its rig; null when nothing.</summary>
    public RigEvent? RigEvent { get; init; }

    /// <summary>Its signal variables and alarms; null without a database, and before the first block.</summary>
    public VariablesView? Variables { get; init; }
}

/// <summary>Looks at all streams; the rate is that between two readings. One thread.</summary>
internal sealed class StreamViewer
{
    private const double NsPerMs = 1e6;

    private readonly MonitorConnections _connections;
    private readonly HealthReport _health;
    private readonly TimeProvider _time;
    private readonly Dictionary<MonitoredStream, (long Delivered, long At)> _last = [];

    public StreamViewer(MonitorConnections connections, HealthReport health, TimeProvider time)
    {
        _connections = connections;
        _health = health;
        _time = time;
    }

    /// <summary>How the connections are, while there is no stream yet.</summary>
    public string Waiting =>
        string.Join(", ", _connections.All.Select(c => $"{c.Endpoint} ({TextOf(c.Receive.State.Stale)})"));

    public IReadOnlyList<StreamView> CaptureViews()
    {
        List<StreamView> views = [];
        foreach (MonitorConnection connection in _connections.All)
        {
            foreach (MonitoredStream stream in connection.Receive.Streams.All)
            {
                if (!_connections.IsReplaced(stream))
                    views.Add(CaptureViews(connection, stream));
            }
        }

        return views;
    }

    /// <summary>A state for people.</summary>
    public static string TextOf(StaleState state) => state switch
    {
        StaleState.Fresh => "live",
        StaleState.RigStale => "rig stale",
        StaleState.ConnectorStale => "connector stale",
        StaleState.Past => "past",
        _ => "waiting",
    };

    private StreamView CaptureViews(MonitorConnection connection, MonitoredStream stream)
    {
        StreamAccount account = stream.Account();
        long now = _time.GetTimestamp();
        double rate = 0;
        if (_last.TryGetValue(stream, out (long Delivered, long At) last))
            rate =
                (account.Delivered - last.Delivered) / Math.Max(1e-3, _time.GetElapsedTime(last.At, now).TotalSeconds);
        _last[stream] = (account.Delivered, now);
        LatencyMeter latency = connection.Compute.Latency;
        return new StreamView(
            stream.Name,
            stream.Freshness.In(connection.Receive.State.Stale),
            rate,
            account,
            _health.AgeMs(stream),
            latency.RecentP50Ns / NsPerMs,
            latency.RecentP99Ns / NsPerMs,
            stream.Board?.Read(),
            connection.Receive.State.Clock.Read())
        {
            IsReplay = stream.IsReplay,
            IsPast = stream.IsPast,
            RigEvent = connection.Receive.State.Events.Read().NewestOf(stream.Name),
            Variables = stream.Variables is { Plan: { } plan } variables
                ? VariablesView.From(plan, variables.Alarms.Board.Read())
                : null,
        };
    }
}

/// <summary>The connector's clock for people: how far latencies can be wrong by it, how far it is ahead,
/// and steps where there were any.</summary>
internal static class ClockText
{
    private const double NsPerMs = 1e6;

    /// <summary>As fields of a line; empty while nothing is known.</summary>
    public static string Fields(in ClockReading clock) => clock.Estimate is not { } known ? "" : string.Create(
        CultureInfo.InvariantCulture,
        $" error={Error(clock, "0.000")}ms offset={known.OffsetNs / NsPerMs:+0.000;-0.000}ms "
            + $"bound={known.BoundNs / NsPerMs:0.000}ms")
        + (Steps(clock) is > 0 and long steps
            ? string.Create(CultureInfo.InvariantCulture, $" clocksteps={steps}")
            : "");

    /// <summary>As words after a latency; empty while nothing is known.</summary>
    public static string Words(in ClockReading clock) => clock.Estimate is not { } known ? "" : string.Create(
        CultureInfo.InvariantCulture,
        $" ±{Error(clock, "0.00")} ms  clock {known.OffsetNs / NsPerMs:+0.00;-0.00} ±{known.BoundNs / NsPerMs:0.00} ms")
        + (Steps(clock) is > 0 and long steps
            ? string.Create(CultureInfo.InvariantCulture, $"  [yellow]clock steps {steps}[/]")
            : "");

    private static string Error(in ClockReading clock, string format) =>
        (clock.LatencyErrorNs / NsPerMs)?.ToString(format, CultureInfo.InvariantCulture) ?? "?";

    private static long Steps(in ClockReading clock) => clock.OwnSteps + clock.ConnectorSteps + clock.Jumps;
}

/// <summary>
/// The last event of a rig for people. Texts come from the rig: they are escaped, never taken as markup.
/// </summary>
internal static class RigEventText
{
    /// <summary>As a field of a line; empty when there is none.</summary>
    public static string Field(RigEvent? rigEvent) => rigEvent is null ? "" : string.Create(
        CultureInfo.InvariantCulture,
        $" rig={rigEvent.Payload.Name}{(rigEvent.Payload.Channel.Length > 0 ? $":{rigEvent.Payload.Channel}" : "")}"
            + $"@{rigEvent.Payload.SampleIndex}");

    /// <summary>As words of a title; empty when there is none.</summary>
    public static string Words(RigEvent? rigEvent)
    {
        if (rigEvent is null)
            return "";
        string colour = rigEvent.Payload.Severity switch
        {
            EventSeverity.Error => "red",
            EventSeverity.Warning => "yellow",
            _ => "grey",
        };
        string words = string.Create(
            CultureInfo.InvariantCulture,
            $"rig: {rigEvent.Payload.Name} {rigEvent.Payload.Channel} at sample {rigEvent.Payload.SampleIndex}");
        return $"  [{colour}]{Markup.Escape(words)}[/]";
    }
}
