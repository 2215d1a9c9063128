using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using HardwareConnector.Publishing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace HardwareConnector.Hosting;

/// <summary>
/// Waits at start until the socket threads have bound, and announces the endpoints; a failed bind fails the start.
/// </summary>
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

/// <summary>Creates the run summary for the launcher.</summary>
internal static class ConnectorRunSummary
{
    public static ConnectorSummary Create(IServiceProvider services)
    {
        ulong epoch = services.GetRequiredService<PublisherIdentity>().Epoch;
        RigRegistry rigs = services.GetRequiredService<RigRegistry>();
        return new ConnectorSummary
        {
            Streams =
            [
                .. rigs.All
                    .ToArray()
                    .Select(s => new FuncLibs.Hosting.Summaries.PublishedStreamSummary(s.Id, epoch, s.Last)),
            ],
            Transport = services.GetRequiredService<ITransport>().Library.ToString(),
            Usage = services.GetRequiredService<RunWindow>().Usage,
        };
    }
}

/// <summary>Block counter for the run window.</summary>
internal sealed class PublishedBlocks(PublishLoop loop) : IBlockCount
{
    public long Blocks => loop.Counters.Blocks;
}
