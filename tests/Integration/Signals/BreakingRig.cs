using System.Net;
using FuncLibs.Blocks;
using FuncLibs.Serialization;
using FuncLibs.Timing;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Faults.Playing;
using Simulator.Presets;
using Simulator.Rig;
using Simulator.Serving;
using Testing.Processes;

namespace Integration.Signals;

/// <summary>
/// A rig on the controller link whose first servo channel holds a specimen: its force is <see cref="Held"/> plus a thousandth of the
/// sample's number in its block, until the specimen breaks at point 3 of a block; then <see cref="Left"/>.
/// </summary>
internal sealed class BreakingRig : IDisposable
{
    public const double Held = 50;
    public const double Left = 2;
    private const int BreakPoint = 3;

    private readonly CancellationTokenSource _stop = new();
    private readonly SimulatedRig _rig;
    private readonly LinkServer _server;
    private readonly Thread[] _threads;
    private long _breakIndex = long.MaxValue;
    private int _wanted;

    public BreakingRig()
    {
        _rig = new SimulatedRig(PresetChange.Apply(RigPresets.Find("small")!, Hosts.Rate, 0, out _), 1);
        var settings = new LinkServerSettings(new IPEndPoint(IPAddress.Loopback, 0), _rig.Description);
        _server = new LinkServer(settings, TimeProvider.System, NullLogger<LinkServer>.Instance);
        _threads = [new Thread(() => _server.Run(_stop.Token)), new Thread(Send)];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    public string Endpoint => $"tcp://{_server.Endpoint}";

    /// <summary>Index of the first sample of the broken specimen; the largest number while it holds.</summary>
    public long BreakIndex => Volatile.Read(ref _breakIndex);

    /// <summary>The specimen breaks in one of the next blocks.</summary>
    public void Break() => Volatile.Write(ref _wanted, 1);

    public void Dispose()
    {
        _stop.Cancel();
        foreach (Thread thread in _threads)
            thread.Join();
        _server.Dispose();
        _stop.Dispose();
    }

    private void Send()
    {
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns-raw")!;
        CDataBlock block = new(_rig.Layout);
        PacedClock clock = new(_rig.Description.PointsPerBlock, _rig.Description.BaseRateHz, TimeProvider.System);
        clock.Start();
        for (long tick = 0; clock.WaitToPrepare(tick, _stop.Token); tick++)
        {
            LinkSession? session = _server.Active;
            _rig.Fill(block, tick);
            Pull(block);
            session?.Prepare(block, new BlockStamp(clock.FirstSampleDueUtcNs(tick)), SimulatedRig.StreamId, serializer);
            if (!clock.WaitFor(tick, _stop.Token))
                return;
            session?.Send();
        }
    }

    private void Pull(CDataBlock block)
    {
        if (Interlocked.Exchange(ref _wanted, 0) == 1)
            Volatile.Write(ref _breakIndex, block.FirstSampleIndex + BreakPoint);
        Span<double> force = block.Channel(BlockGroup.Servo, 0).Sensor(0);
        for (int i = 0; i < force.Length; i++)
            force[i] = block.FirstSampleIndex + i < BreakIndex ? Held + (i / 1000.0) : Left;
    }
}
