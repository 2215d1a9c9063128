using System.Net;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Presets;
using Simulator.Rig;
using Simulator.Serving;

namespace Simulator.Tests.Serving;

/// <summary>The small rig behind a real socket, with its two threads.</summary>
internal sealed class ServedRig : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread[] _threads;

    public ServedRig(
        int queueBlocks = LinkServerSettings.DefaultQueueBlocks, int blocksPerSecond = 0, string preset = "small")
    {
        Rig = new SimulatedRig(PresetChange.Apply(RigPresets.Find(preset)!, blocksPerSecond, 0, out _), 1);
        var settings = new LinkServerSettings(new IPEndPoint(IPAddress.Loopback, 0), Rig.Description, queueBlocks);
        Server = new LinkServer(settings, TimeProvider.System, NullLogger<LinkServer>.Instance);
        var clock = new PacedClock(Rig.Description.PointsPerBlock, Rig.Description.BaseRateHz, TimeProvider.System);
        Loop = new BlockLoop(Rig, Server, clock);
        _threads = [new Thread(() => Server.Run(_stop.Token)), new Thread(() => Loop.Run(_stop.Token))];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    public SimulatedRig Rig { get; }

    public LinkServer Server { get; }

    public BlockLoop Loop { get; }

    public LinkOutcome Connect(out LinkClient? client) =>
        LinkClient.Connect(Server.Endpoint, "test", TimeProvider.System, out client);

    public void Dispose()
    {
        _stop.Cancel();
        foreach (Thread thread in _threads)
            thread.Join();
        Server.Dispose();
        _stop.Dispose();
    }
}
