using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Transport;
using SignalMonitor.Connections;
using SignalMonitor.Viewers.Foxglove;
using SignalMonitor.Viewers.PlotJuggler;

namespace SignalMonitor.Viewers.Serving;

/// <summary>The viewers that are switched on, and their thread.</summary>
internal sealed class ViewerService : IViewerReport
{
    private readonly ReadySignal _ready = new();
    private readonly PlotJugglerSink? _plotJuggler;
    private readonly ViewerLoop _loop;

    /// <summary>Prepares them; the socket is bound on the viewer thread.</summary>
    public ViewerService(MonitorConnections connections, ITransport transport, ViewerOptions options)
    {
        if (options.PlotJuggler.Endpoint.Length > 0)
        {
            Endpoint endpoint = Endpoint.Parse(options.PlotJuggler.Endpoint);
            _plotJuggler = new PlotJugglerSink(() => transport.Publish(endpoint));
        }

        Foxglove = options.Foxglove.Enabled ? new FoxgloveSink(options.Foxglove.MaxClients) : null;
        _loop = new ViewerLoop(
            connections, options, [.. new IViewerSink?[] { _plotJuggler, Foxglove }.OfType<IViewerSink>()]);
    }

    /// <summary>The viewers of the WebSocket; null when it is off.</summary>
    public FoxgloveSink? Foxglove { get; }

    /// <summary>Where the socket for PlotJuggler is bound; null when it is off.</summary>
    public Task<string>? PlotJugglerReady => _plotJuggler is null ? null : _ready.Endpoint;

    /// <inheritdoc/>
    public ViewerStatus Status => new(_loop.Dropped, _plotJuggler?.Status, Foxglove?.Status);

    /// <summary>The thread.</summary>
    public void Run(CancellationToken stop)
    {
        if (_plotJuggler is null)
        {
            _loop.Run(stop);
            return;
        }

        using IFramePublisher? bound = _ready.TryBind(_plotJuggler.Bind, publisher => publisher.Endpoint.ToString());
        if (bound is not null)
            _loop.Run(stop);
    }
}
