using System.Net;
using FuncLibs.GroundTruth;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Rig;
using Simulator.Serving;
using Simulator.Tests.Faults;
using Testing;

namespace Simulator.Tests.Serving;

public sealed class RunStartTests
{
    private const long MachineBytes = 1000;

    [Fact]
    public void Run_Started_CallsInOrder()
    {
        Beginning start = RunFirstBlock();
        start.CalledBeforeTheClock.ShouldBeTrue();
        start.Calls.ShouldBe(["started", "mode servo1 0", "mode servo2 0", "ran 1"]);
    }

    [Fact]
    public void Run_OnceTheClockRuns_BuildsNothing()
    {
        long bytes = 0;
        Allocation.MinOf(() => bytes, () => bytes += RunFirstBlock().BytesOfBlock0)
            .ShouldBeLessThan(MachineBytes, "one machine alone takes more");
    }

    private static Beginning RunFirstBlock()
    {
        SimulatedRig rig = FaultRig.Make();
        using var server = new LinkServer(
            new LinkServerSettings(new IPEndPoint(IPAddress.Loopback, 0), rig.Description), TimeProvider.System,
            NullLogger<LinkServer>.Instance);
        var clock = new PacedClock(rig.Description.PointsPerBlock, rig.Description.BaseRateHz, TimeProvider.System);
        using var stop = new CancellationTokenSource();
        var start = new Beginning(clock, stop);
        var loop = new BlockLoop(rig, server, clock, start: start);
        var blocks = new Thread(() => loop.Run(stop.Token));
        blocks.Start();
        blocks.Join();
        return start;
    }

    /// <summary>Ends the run with its first block.</summary>
    private sealed class Beginning(PacedClock clock, CancellationTokenSource stop) : IRunStart, IGroundTruthSink
    {
        private long _bytes;

        public List<string> Calls { get; } = new(16);

        public bool CalledBeforeTheClock { get; private set; }

        public long BytesOfBlock0 { get; private set; }

        public IGroundTruthSink GroundTruth
        {
            get
            {
                CalledBeforeTheClock = clock.StartUtcNs == 0;
                return this;
            }
        }

        public void Started(long firstDueUtcNs)
        {
            Calls.Add("started");
            _bytes = GC.GetAllocatedBytesForCurrentThread();
        }

        public void Progress(long blocks, long samples)
        {
            BytesOfBlock0 = GC.GetAllocatedBytesForCurrentThread() - _bytes - _own;
            Calls.Add($"ran {blocks}");
            stop.Cancel();
        }

        public void Mode(string channel, string mode, long index, double band)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Calls.Add($"mode {channel} {index}");
            _own += GC.GetAllocatedBytesForCurrentThread() - before;
        }

        private long _own;

        public void Cycle(
            string channel,
            string sensor,
            long number,
            long index,
            double peak,
            long peakIndex,
            double valley,
            long valleyIndex)
        {
        }

        public void Property(string channel, string name, double value, string unit, long index)
        {
        }

        public void Break(string channel, long index, double force)
        {
        }

        public void Excursion(string channel, string sensor, ExcursionLimit limit, double value, long from, long to)
        {
        }

        public void Fault(string fault, long from, long to, string? channel, string? sensor, string detail)
        {
        }
    }
}
