using System.Collections.Immutable;
using System.Net;
using FuncLibs.Blocks;
using FuncLibs.Catalogue;
using FuncLibs.Serialization;
using FuncLibs.Timing;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Presets;
using Simulator.Rig;
using Simulator.Serving;
using Testing.Processes;

namespace Browser.Rigs;

/// <summary>A rig on the controller link whose own texts are what a page must never take for HTML.</summary>
internal sealed class HostileRig : IDisposable
{
    public const string ChannelName = "<script>alert(1)</script>";
    public const string Unit = "<b>kN</b>";

    private readonly CancellationTokenSource _stop = new();
    private readonly SimulatedRig _rig;
    private readonly LinkServer _server;
    private readonly Thread[] _threads;

    public HostileRig()
    {
        _rig = new SimulatedRig(PresetChange.Apply(RigPresets.Find("small")!, Hosts.Rate, 0, out _), 1);
        StreamDescription hostile = Rename(_rig.Description);
        _server = new LinkServer(new(new(IPAddress.Loopback, 0), hostile), TimeProvider.System, NullLogger<LinkServer>.Instance);
        _threads = [new Thread(() => _server.Run(_stop.Token)), new Thread(Send)];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    public string Endpoint => $"tcp://{_server.Endpoint}";

    public void Dispose()
    {
        _stop.Cancel();
        foreach (Thread thread in _threads)
            thread.Join();
        _server.Dispose();
        _stop.Dispose();
    }

    // The first sensor of the first channel, and the first digital input.
    private static StreamDescription Rename(StreamDescription stream)
    {
        ChannelDescription first = stream.Servo[0];
        ColumnDescription force = first.Columns[ChannelDescription.ControlColumns] with { Name = ChannelName, Unit = Unit };
        ImmutableArray<ColumnDescription> columns = first.Columns.SetItem(ChannelDescription.ControlColumns, force);
        return stream with
        {
            Servo = stream.Servo.SetItem(0, first with { Name = ChannelName, Columns = columns }),
            BitIn = stream.BitIn.IsEmpty ? stream.BitIn : stream.BitIn.SetItem(0, ChannelName),
        };
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
            session?.Prepare(block, new(clock.FirstSampleDueUtcNs(tick)), SimulatedRig.StreamId, serializer);
            if (!clock.WaitFor(tick, _stop.Token))
                return;
            session?.Send();
        }
    }
}
