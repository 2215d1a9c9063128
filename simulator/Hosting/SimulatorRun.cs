using FuncLibs.Hosting.Summaries;
using FuncLibs.Runtime.Timing;
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
