using System.Text;
using FuncLibs.Blocks.Tokens;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;

namespace SignalMonitor.Viewers.PlotJuggler;

/// <summary>
/// Publishes each row as PlotJuggler's plug-in "ZMQ Subscriber" reads it: two frames, the topic
/// <c>telemetry/STREAM</c> and one MessagePack map of <c>timestamp</c> (seconds since the Unix epoch, UTC) and values
/// by channel. A channel without a new value is left out. Makes no message while nobody subscribes. Viewer thread,
/// which binds the socket; <see cref="Status"/> is for any thread.
/// </summary>
/// <param name="endpoint">Where the socket is bound.</param>
internal sealed class PlotJugglerSink(Endpoint endpoint) : IViewerSink
{
    private readonly PayloadBuffer _payload = new();
    private readonly Dictionary<string, Described> _streams = [];
    private IFramePublisher? _publisher;

    /// <inheritdoc/>
    public bool IsWanted => _publisher is { } bound && bound.Counts.Subscriptions > bound.Counts.Unsubscriptions;

    /// <summary>What it did.</summary>
    public PlotJugglerStatus Status => Volatile.Read(ref _publisher) is { } bound
        ? new PlotJugglerStatus(IsWanted, bound.Counts.Messages, bound.Counts.Refused)
        : new PlotJugglerStatus(false, 0, 0);

    /// <summary>Viewer thread: binds the socket, which it then publishes to. The caller disposes it.</summary>
    /// <param name="plain">A transport without keys: the plug-in has none.</param>
    /// <exception cref="EndpointException">It cannot be bound.</exception>
    public IFramePublisher Bind(ITransport plain)
    {
        IFramePublisher bound = plain.Publish(endpoint);
        Volatile.Write(ref _publisher, bound);
        return bound;
    }

    /// <inheritdoc/>
    public void Describe(ViewerStream stream) => _streams[stream.Name] = new Described(stream);

    /// <inheritdoc/>
    public void Take(ViewerStream stream, long timeNs, ReadOnlySpan<double> values)
    {
        const double NsPerSecond = 1e9;
        if (!IsWanted || !_streams.TryGetValue(stream.Name, out Described? described))
            return;
        int count = 0;
        foreach (double value in values)
            count += double.IsNaN(value) ? 0 : 1;
        if (count == 0)
            return;
        _payload.Clear();
        MessagePackWriter writer = new(_payload);
        writer.WriteMapHeader(1 + count);
        writer.WriteUtf8("timestamp"u8);
        writer.Write(timeNs / NsPerSecond);
        for (int i = 0; i < values.Length; i++)
        {
            if (double.IsNaN(values[i]))
                continue;
            writer.WriteUtf8(described.Names[i]);
            writer.Write(values[i]);
        }

        writer.Flush();
        _publisher!.TryPublish(described.Topic, _payload.Written);
    }

    /// <inheritdoc/>
    public void Flush() => _publisher?.DrainInput();

    // Texts of a stream as they are on the wire.
    private sealed class Described(ViewerStream stream)
    {
        public byte[] Topic { get; } = Encoding.UTF8.GetBytes($"telemetry/{stream.Name}");

        public byte[][] Names { get; } = [.. stream.Columns.Select(column => Encoding.UTF8.GetBytes(column.Name))];
    }
}
