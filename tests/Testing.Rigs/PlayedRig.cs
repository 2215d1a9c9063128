using System.Net;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Faults.Playing;
using Simulator.Rig;
using Simulator.Serving;

namespace Testing.Rigs;

/// <summary>A rig on the controller link whose description and blocks a test makes.</summary>
public sealed class PlayedRig : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly StreamDescription _description;
    private readonly CDataBlock _block;
    private readonly Action<CDataBlock, long> _fill;
    private readonly LinkServer _server;
    private readonly Thread[] _threads;

    /// <param name="description">What the rig says of its stream; it sets the pace.</param>
    /// <param name="fill">Fills the block of an index, from 0; on the thread that sends.</param>
    public PlayedRig(StreamDescription description, Action<CDataBlock, long> fill)
    {
        _description = description;
        _block = new CDataBlock(description.ToLayout());
        _fill = fill;
        _server = new LinkServer(
            new(new(IPAddress.Loopback, 0), description), TimeProvider.System, NullLogger<LinkServer>.Instance);
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
        PacedClock clock = new(_description.PointsPerBlock, _description.BaseRateHz, TimeProvider.System);
        clock.Start();
        for (long tick = 0; clock.WaitToPrepare(tick, _stop.Token); tick++)
        {
            LinkServerSession? session = _server.Active;
            _fill(_block, tick);
            session?.Prepare(
                _block, new BlockStamp(clock.FirstSampleDueUtcNs(tick)), SimulatedRig.StreamId, serializer);
            if (!clock.WaitFor(tick, _stop.Token))
                return;
            session?.Send();
        }
    }
}
