using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Hosting.Threads;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Simulator.Serving;

namespace Simulator.Hosting;

/// <summary>What the run summary counts: everything since the end of warm-up.</summary>
/// <param name="loop">The blocks and their pace.</param>
/// <param name="server">The link.</param>
public sealed class SimulatorRun(BlockLoop loop, LinkServer server) : IBlockCount, IWarmupEnd
{
    private SimulatorSummary _atWarmup = new();

    /// <inheritdoc/>
    public long Blocks => server.Counters.Sent;

    /// <summary>The counts since the end of warm-up, or since start when it has not ended.</summary>
    public SimulatorSummary Summary
    {
        get
        {
            SimulatorSummary now = Read();
            SimulatorSummary then = Volatile.Read(ref _atWarmup);
            return new SimulatorSummary
            {
                Sent = now.Sent - then.Sent,
                Late = now.Late - then.Late,
                Missed = now.Missed - then.Missed,
                Dropped = now.Dropped - then.Dropped,
            };
        }
    }

    /// <inheritdoc/>
    public void WarmupEnded() => Volatile.Write(ref _atWarmup, Read());

    private SimulatorSummary Read()
    {
        PacedClock clock = loop.Clock;
        return new SimulatorSummary
        {
            Sent = server.Counters.Sent,
            Late = clock.Late,
            Missed = clock.Missed,
            Dropped = server.Counters.Dropped,
        };
    }
}

/// <summary>
/// Runs the accept loop and reports where it listens. Not a block-path thread: its allocations are not counted.
/// </summary>
/// <param name="server">The link, listening.</param>
/// <param name="lines">Receives the endpoint.</param>
/// <param name="fate">Notified when the loop dies.</param>
/// <param name="logger">Notified when it does not stop.</param>
public sealed class LinkAccept(
    LinkServer server, ListeningLines lines, FatalErrorHandler fate, ILogger<LoopThread> logger)
    : IHostedService, IDisposable
{
    private readonly LoopThread _thread = new("link accept", server.Run, new ThreadAllocation(), fate, logger);

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        lines.Announce(ListeningLines.Link, server.Address);
        return _thread.StartAsync(cancellationToken);
    }

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => _thread.StopAsync(cancellationToken);

    /// <inheritdoc/>
    public void Dispose() => _thread.Dispose();
}
