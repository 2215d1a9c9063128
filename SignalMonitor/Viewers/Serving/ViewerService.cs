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
    private readonly Func<ITransport> _createPlain;
    private readonly ViewerLoop _loop;

    /// <summary>Prepares them; the socket is bound on the viewer thread.</summary>
    /// <param name="connections">The connections, whose values they get.</param>
    /// <param name="createPlain">Creates a transport without keys: it binds on loopback only.</param>
    /// <param name="options">What is switched on.</param>
    public ViewerService(MonitorConnections connections, Func<ITransport> createPlain, ViewerOptions options)
    {
        _createPlain = createPlain;
        if (options.PlotJuggler.Endpoint.Length > 0)
            _plotJuggler = new PlotJugglerSink(Endpoint.Parse(options.PlotJuggler.Endpoint));
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

        using ITransport plain = _createPlain();
        using IFramePublisher? bound =
            _ready.TryBind(() => _plotJuggler.Bind(plain), publisher => publisher.Endpoint.ToString());
        if (bound is not null)
            _loop.Run(stop);
    }
}
