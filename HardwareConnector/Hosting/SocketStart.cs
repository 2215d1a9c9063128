using FuncLibs.Hosting.Running;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.Hosting;

namespace HardwareConnector.Hosting;

/// <summary>Waits at start until the socket threads have bound, and announces where; a bind that failed fails the start.</summary>
internal sealed class SocketStart : IHostedService
{
    private readonly ListeningLines _lines;
    private readonly ConnectorSockets _sockets;

    public SocketStart(ListeningLines lines, ConnectorSockets sockets)
    {
        _lines = lines;
        _sockets = sockets;
    }

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        _lines.Announce(ListeningLines.Publish, await _sockets.Publish.Endpoint.WaitAsync(cancellationToken));
        _lines.Announce(ListeningLines.Control, await _sockets.Control.Endpoint.WaitAsync(cancellationToken));
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}

/// <summary>The bound sockets of the connector.</summary>
/// <param name="Publish">The PUB socket.</param>
/// <param name="Control">The ROUTER socket.</param>
internal sealed record ConnectorSockets(ReadySignal Publish, ReadySignal Control);
