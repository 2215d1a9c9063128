using System.Net;
using FuncLibs.Blocks;
using FuncLibs.Catalogue;
using FuncLibs.Serialization;
using FuncLibs.Timing;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Faults.Playing;
using Simulator.Presets;
using Simulator.Rig;
using Simulator.Serving;
using Testing.Processes;

namespace Testing.Rigs;

/// <summary>The small rig of the simulator on the controller link, with a description or with samples that a test changes.</summary>
public sealed class ChangedRig : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly SimulatedRig _rig = new(PresetChange.Apply(RigPresets.Find("small")!, Hosts.Rate, 0, out _), 1);
    private readonly Action<CDataBlock>? _change;
    private readonly LinkServer _server;
    private readonly Thread[] _threads;

    /// <param name="describe">The description that the rig sends instead of its own, of the same shape; null: its own.</param>
    /// <param name="change">Is called with each block before it is sent, on the thread that sends; null: sent as it is.</param>
    public ChangedRig(Func<StreamDescription, StreamDescription>? describe = null, Action<CDataBlock>? change = null)
    {
        _change = change;
        StreamDescription description = describe is null ? _rig.Description : describe(_rig.Description);
        _server = new LinkServer(new(new(IPAddress.Loopback, 0), description), TimeProvider.System, NullLogger<LinkServer>.Instance);
        _threads = [new Thread(() => _server.Run(_stop.Token)), new Thread(Send)];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    /// <summary>For `--Source:Endpoint` of a connector.</summary>
    public string Endpoint => $"tcp://{_server.Endpoint}";

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
            _change?.Invoke(block);
            session?.Prepare(block, new BlockStamp(clock.FirstSampleDueUtcNs(tick)), SimulatedRig.StreamId, serializer);
            if (!clock.WaitFor(tick, _stop.Token))
                return;
            session?.Send();
        }
    }
}
