using System.Net;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Links;
using HardwareConnector.Sources.Simulated;
using HardwareConnector.Tests.Sources.Links;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Presets;
using Simulator.Rig;
using Simulator.Serving;
using Testing;

namespace HardwareConnector.Tests.Sources;

public sealed class SourceAllocationTests
{
    private const int BlocksPerSecond = 500;
    private const int WarmUp = 300;
    private const int Blocks = 300;

    [Fact]
    public void SimulatorSource_Warm_DoesNotAllocatePerBlock()
    {
        var options =
            new SourceOptions { Type = SourceType.Simulator, Preset = "small", BlocksPerSecond = BlocksPerSecond };
        using var source = new RunningSource(
            feed => new SimulatorSource(feed, options, TimeProvider.System, NullLogger<SimulatorSource>.Instance));

        Measure(source).ShouldBe(0);
    }

    [Fact]
    public void LinkSource_Warm_DoesNotAllocatePerBlock()
    {
        SimulatedRig rig = new(PresetChange.Apply(RigPresets.Find("small")!, BlocksPerSecond, 0, out _), 1);
        var settings = new LinkServerSettings(new IPEndPoint(IPAddress.Loopback, 0), rig.Description);
        using var stop = new CancellationTokenSource();
        using var server = new LinkServer(settings, TimeProvider.System, NullLogger<LinkServer>.Instance);
        var clock = new PacedClock(rig.Description.PointsPerBlock, rig.Description.BaseRateHz, TimeProvider.System);
        var blocks = new BlockLoop(rig, server, clock);
        Thread[] threads = [new(() => server.Run(stop.Token)), new(() => blocks.Run(stop.Token))];
        foreach (Thread thread in threads)
            thread.Start();

        using (RunningSource source = RunningSource.Link(server.Endpoint, new LogLines<LinkSource>()))
            Measure(source).ShouldBe(0);

        stop.Cancel();
        foreach (Thread thread in threads)
            thread.Join();
    }

    [Fact]
    public void LinkSource_WarmWithTls_DoesNotAllocatePerBlock()
    {
        using var rig = new SecuredRig(demandsToken: true, blocksPerSecond: BlocksPerSecond);
        var options = new RigTlsOptions { CaFile = rig.CaFile, TokenFile = rig.TokenFile };
        using RunningSource source =
            RunningSource.Link(rig.Server.Endpoint, new LogLines<LinkSource>(), tls: rig.Files(options));

        Measure(source).ShouldBe(0);
        Allocation.MinOf(() => rig.Loop.Allocation.Bytes, () => source.Pump(Blocks)).ShouldBe(0);
    }

    private static long Measure(RunningSource source)
    {
        source.Pump(WarmUp);
        return Allocation.MinOf(() => source.Source.Counters.Allocation.Bytes, () => source.Pump(Blocks));
    }
}
