using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.History;
using SignalMonitor.Receiving;
using SignalMonitor.Recorder;
using SignalMonitor.Streams;

namespace SignalMonitor.Connections;

/// <summary>
/// One connector as this monitor follows it: a receive thread, a compute thread, and between them the ring and the
/// hand-over of the compute stage.
/// </summary>
public sealed class MonitorConnection : IDisposable
{
    private readonly ComputeFeed _feed;
    private readonly bool _isStationNamed;

    /// <summary>Prepares both loops.</summary>
    /// <param name="connection">Where the connector is.</param>
    /// <param name="delivery">What happens when blocks are missing.</param>
    /// <param name="compute">What is computed.</param>
    /// <param name="transport">Sockets.</param>
    /// <param name="registry">Formats.</param>
    /// <param name="time">Clock.</param>
    /// <param name="client">The name of this consumer at the connector.</param>
    /// <param name="saved">Accounts of an earlier process, to resume; null to start empty.</param>
    /// <param name="historySeconds">How much history is kept for plots; 0 none.</param>
    /// <param name="coordinator">Signal variables; null without a database.</param>
    /// <param name="breaks">Break triggers; null none.</param>
    /// <param name="recorder">Records the test runs of its station; null none.</param>
    /// <param name="stateFolder">Where it is kept how far a queue was read; null nowhere.</param>
    /// <param name="station">Site/rig whose definitions its streams have; empty = those of any.</param>
    /// <param name="isOneOfMany">True where several stations are followed: names of streams have theirs.</param>
    internal MonitorConnection(
        ConnectionOptions connection,
        DeliveryOptions delivery,
        ComputeOptions compute,
        ITransport transport,
        SerializerRegistry registry,
        TimeProvider time,
        string client = "monitor",
        AccountPart? saved = null,
        int historySeconds = HistoryOptions.DefaultSeconds,
        VariableCoordinator? coordinator = null,
        BreakService? breaks = null,
        RunRecorder? recorder = null,
        string? stateFolder = null,
        string station = "",
        bool isOneOfMany = false)
    {
        Station = station;
        _isStationNamed = connection.Station.Length > 0;
        Endpoint = connection.Amqp.IsOn ? QueueSource.NameOf(connection.Amqp) : connection.Subscribe;
        IReadOnlyList<SavedStream> resumed = saved?.Claim(Endpoint) ?? [];

        // A queue has its frames in order, and nothing comes later that would fill a gap. It keeps them while the
        // connector is asked.
        DeliverySettings settings = new()
        {
            OnGap = connection.Amqp is { IsOn: true, AskControl: false } ? GapPolicy.Skip : delivery.OnHole,
            HoldBytes = delivery.HoldBytes,
            LiveWaits = connection.Amqp is { IsOn: true, AskControl: true },
        };
        ServerKey = connection.FindKeyFault(out CurveKey? key) is null ? key : null;
        if (connection.Amqp.IsOn)
            Queue = new QueueSource(
                connection.Amqp, client, delivery.Frames, resumed, IsSaved, saved is null ? null : stateFolder, time);
        ConnectionRecorder? recording = recorder?.NewConnection();
        Mark = new PositionMark { Recorder = recording };
        _feed = new ComputeFeed(compute.QueueBlocks, settings.HoldFrames, delivery.Frames);
        Receive = new ReceiveLoop(
            Queue is { } queue
                ? () => queue.Open(connection.Amqp.AskControl ? () => Connect(transport, connection.Control) : null)
                : () => Subscribe(transport, connection),
            settings,
            _feed,
            registry,
            time,
            client,
            saved is null ? null : (publisher, stream) => saved.Claim(Endpoint, publisher, stream),
            historySeconds,
            recording,
            readsQueue: connection.Amqp.IsOn)
        {
            Mark = Mark,
        };
        StreamRegistry streams = Receive.Streams;
        streams.Station = isOneOfMany ? station : "";
        streams.Variables = coordinator is null ? null : (publisher, id, name) => coordinator.NewStream(
            publisher, id, name, station, MonitoredStream.NameAt(streams.Station, name));
        streams.Breaks = breaks is null ? null : (publisher, id, name) => breaks.NewStream(
            publisher, id, MonitoredStream.NameAt(streams.Station, name), station);
        Compute = new ComputeLoop(_feed, registry, compute, time, historySeconds) { Mark = Mark };
        foreach (SavedStream stream in resumed)
            Receive.Streams.Resume(stream);
    }

    /// <summary>Where the connector publishes, or the queue at a broker into which it bridges.</summary>
    public string Endpoint { get; }

    /// <summary>Public key of the connector; null for one without keys.</summary>
    internal CurveKey? ServerKey { get; }

    /// <summary>The queue that is read; null for the sockets of a connector.</summary>
    internal QueueSource? Queue { get; }

    /// <summary>Site/rig whose definitions its streams have.</summary>
    public string Station { get; }

    /// <summary>
    /// What is wrong when its connector publishes another site/rig than configured, in one line; null when nothing is,
    /// no station is configured, or no block was described yet. What a replay publishes is named like no rig, and is
    /// fine. Any thread.
    /// </summary>
    internal string? FindWrongStation()
    {
        if (!_isStationNamed)
            return null;
        foreach (MonitoredStream stream in Receive.Streams.All)
        {
            if (!stream.IsRetired && !stream.IsReplay && stream.PublishedAs is { } actual && actual != Station)
                return $"{Endpoint}: the connector publishes {actual}, and is configured as station {Station}, whose "
                    + "limits are watched on it: correct Connections:N:Station, or Site and Rig of the connector";
        }

        return null;
    }

    /// <summary>The receive thread's work.</summary>
    public ReceiveLoop Receive { get; }

    /// <summary>The compute thread's work.</summary>
    public ComputeLoop Compute { get; }

    /// <summary>True once both loops have returned, and everything that was delivered is computed.</summary>
    internal bool HasEndedWhole => Receive.HasEndedWhole && Compute.HasEnded && Queued == 0;

    /// <summary>Where the position is taken.</summary>
    internal PositionMark Mark { get; }

    /// <summary>Frames between the threads.</summary>
    public int Queued => _feed.Ring.Count;

    /// <summary>Frames that the receive thread computed by itself. Any thread.</summary>
    public long ComputedInline => _feed.Ring.Inline;

    /// <inheritdoc/>
    public void Dispose()
    {
        Receive.Dispose();
        _feed.Dispose();
    }

    private bool IsSaved(Guid publisher, uint stream) => Receive.Streams.Find(publisher, stream)?.Position is not null;

    private ConnectionSockets Subscribe(ITransport transport, ConnectionOptions connection)
    {
        IFrameSubscriber data =
            transport.Subscribe(FuncLibs.Messaging.Transport.Endpoint.Parse(connection.Subscribe), ServerKey);
        try
        {
            IControlClient control = Connect(transport, connection.Control);
            return new ConnectionSockets(data, control, transport.WaitFor(data, control));
        }
        catch
        {
            data.Dispose();
            throw;
        }
    }

    private IControlClient Connect(ITransport transport, string endpoint) =>
        transport.Connect(FuncLibs.Messaging.Transport.Endpoint.Parse(endpoint), ServerKey);
}
