using FuncLibs.Delivery;
using FuncLibs.Timing;
using SignalMonitor.Breaks;
using SignalMonitor.Receiving;
using SignalMonitor.Receiving.Upkeep;
using SignalMonitor.Saving;
using SignalMonitor.Variables.Watching;

namespace SignalMonitor.Hosting;

/// <summary>How the monitor is, put together when somebody asks.</summary>
public sealed class HealthReport
{
    private const long NsPerMs = 1_000_000;

    private readonly MonitorConnections _connections;
    private readonly TimeProvider _time;
    private readonly PositionStatus? _position;
    private readonly VariableWatch? _variables;
    private readonly BreakBoard? _breaks;

    /// <summary>Over all connections.</summary>
    public HealthReport(
        MonitorConnections connections,
        TimeProvider time,
        PositionStatus? position = null,
        VariableWatch? variables = null,
        BreakBoard? breaks = null)
    {
        _connections = connections;
        _time = time;
        _position = position;
        _variables = variables;
        _breaks = breaks;
    }

    /// <summary>The state now.</summary>
    public HealthState Read()
    {
        StreamHealth[] streams = [.. _connections.All.SelectMany(Of)];
        BreakStatus? breaks = _breaks?.Read();
        return new HealthState(
            StatusOf(streams, breaks),
            streams,
            [.. Enum.GetValues<BadFrame>().Select(_connections.Refused)])
        {
            Position = _position,
            Variables = _variables?.Status,
            Breaks = breaks,
            RigEvents = [.. _connections.All.Select(connection => connection.Receive.State.Events.Read())],
        };
    }

    /// <summary>How old the newest value of a stream is, in ms; -1 before the first.</summary>
    public long AgeMs(MonitoredStream stream) =>
        stream.ComputedDueNs == 0 ? -1 : Math.Max(0, (_time.NowNs() - stream.ComputedDueNs) / NsPerMs);

    private IEnumerable<StreamHealth> Of(MonitorConnection connection)
    {
        StreamLatency latency = new(
            connection.Compute.Latency.RecentP50Ns, connection.Compute.Latency.RecentP99Ns, connection.Receive.State.Clock.Read());
        return connection.Receive.Streams.All.ToArray().Select(stream => new StreamHealth(stream, stream.Account(), AgeMs(stream), latency)
        {
            FirstValueMs = FirstValueMs(connection.Receive.State, stream),
            Stale = stream.Freshness.In(connection.Receive.State.Stale),
        });
    }

    private double FirstValueMs(ConnectionState state, MonitoredStream stream) =>
        stream.ShownAt == 0 ? -1 : _time.GetElapsedTime(state.SocketsUpAt, stream.ShownAt).TotalMilliseconds;

    // Stale before degraded: without new values nothing else matters. A loss that was declared is past and degrades nothing.
    private string StatusOf(StreamHealth[] streams, BreakStatus? breaks)
    {
        if (_connections.All.Any(connection => connection.Receive.State.Stale != StaleState.Fresh)
            || streams.Any(stream => stream.Stale != StaleState.Fresh && !_connections.IsReplaced(stream.Stream)))
            return "stale";
        bool wrongNow = streams.Any(stream => stream.Account.Missing > 0 || stream.Account.SilentLoss != 0)
            || _connections.All.Any(connection => connection.Receive.State.InConflict)
            || breaks is { IsWrong: true };
        return wrongNow ? "degraded" : "ok";
    }
}

/// <summary>The state of a monitor at one moment.</summary>
/// <param name="Status">ok, stale or degraded.</param>
/// <param name="Streams">The streams, in the order in which they were met.</param>
/// <param name="BadFrames">Refused frames in all, those that name no stream among them, by <see cref="BadFrame"/>.</param>
public sealed record HealthState(string Status, IReadOnlyList<StreamHealth> Streams, IReadOnlyList<long> BadFrames)
{
    /// <summary>How saving the position goes; null when nothing is saved.</summary>
    public PositionStatus? Position { get; init; }

    /// <summary>The definitions of variables and limits; null without a database.</summary>
    public VariableWatchStatus? Variables { get; init; }

    /// <summary>What the rigs told of, by connection.</summary>
    public IReadOnlyList<RigEventReading> RigEvents { get; init; } = [];

    /// <summary>How break triggers stand; null without any.</summary>
    public BreakStatus? Breaks { get; init; }
}

/// <summary>The state of a stream at one moment.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="Account">Its account.</param>
/// <param name="AgeMs">Age of its newest value; -1 before the first.</param>
/// <param name="Latency">How long its values take, and how surely that is known.</param>
public sealed record StreamHealth(MonitoredStream Stream, StreamAccount Account, long AgeMs, StreamLatency Latency)
{
    /// <summary>How far its values are of now.</summary>
    public StaleState Stale { get; init; }

    /// <summary>Milliseconds from the sockets of its connection being there to its first value; -1 before.</summary>
    public double FirstValueMs { get; init; } = -1;
}

/// <summary>Latencies of a connection over the last two seconds, block due to value ready, on two clocks.</summary>
/// <param name="P50Ns">Median, ns.</param>
/// <param name="P99Ns">99th percentile, ns.</param>
/// <param name="Clock">What is known of the clock that the block's time is of.</param>
public readonly record struct StreamLatency(long P50Ns, long P99Ns, ClockReading Clock);
