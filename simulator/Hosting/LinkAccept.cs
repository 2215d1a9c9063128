using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Simulator.Serving;

namespace Simulator.Hosting;

/// <summary>Runs the accept loop and says where it listens. Not a block-path thread: its allocations are not counted.</summary>
/// <param name="server">The link, listening.</param>
/// <param name="lines">Told of the endpoint.</param>
/// <param name="fate">Told when the loop dies.</param>
/// <param name="logger">Told when it does not stop.</param>
public sealed class LinkAccept(LinkServer server, ListeningLines lines, FatalErrorHandler fate, ILogger<LoopThread> logger)
    : IHostedService, IDisposable
{
    private readonly LoopThread _thread = new("link accept", server.Run, new ThreadAllocation(), fate, logger);

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        lines.Announce(ListeningLines.Link, LinkEndpoint.Format(server.Endpoint));
        return _thread.StartAsync(cancellationToken);
    }

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => _thread.StopAsync(cancellationToken);

    /// <inheritdoc/>
    public void Dispose() => _thread.Dispose();
}
