using FuncLibs.Delivery;
using FuncLibs.Serialization;
using FuncLibs.Transport;
using SignalMonitor.Computation;
using SignalMonitor.Configuration;

namespace SignalMonitor.Receiving;

/// <summary>One connector as this monitor follows it: a receive thread, a compute thread, and the ring between them.</summary>
public sealed class MonitorConnection : IDisposable
{
    private readonly ComputeFeed _feed;

    /// <summary>Prepares both loops; the connector knows this consumer as <paramref name="client"/>.</summary>
    public MonitorConnection(
        ConnectionOptions connection,
        DeliveryOptions delivery,
        ComputeOptions compute,
        ITransport transport,
        SerializerRegistry registry,
        TimeProvider time,
        string client = "monitor")
    {
        Endpoint = connection.Subscribe;
        DeliverySettings settings = new() { OnHole = delivery.OnHole, HoldBytes = delivery.HoldBytes };
        _feed = new ComputeFeed(compute.QueueBlocks, settings.HoldFrames);
        Receive = new ReceiveLoop(
            transport,
            FuncLibs.Transport.Endpoint.Parse(connection.Subscribe),
            FuncLibs.Transport.Endpoint.Parse(connection.Control),
            settings,
            _feed,
            registry,
            time,
            client);
        Compute = new ComputeLoop(_feed.Ring, _feed.Frames, registry, compute, time);
    }

    /// <summary>Where the connector publishes.</summary>
    public string Endpoint { get; }

    /// <summary>The receive thread's work.</summary>
    public ReceiveLoop Receive { get; }

    /// <summary>The compute thread's work.</summary>
    public ComputeLoop Compute { get; }

    /// <summary>Frames between the threads.</summary>
    public int Queued => _feed.Ring.Held;

    /// <summary>How often the receive thread had to wait for the compute thread.</summary>
    public long Waits => _feed.Waits;

    /// <inheritdoc/>
    public void Dispose()
    {
        Receive.Dispose();
        _feed.Dispose();
    }
}
