using System.Net;
using System.Net.Sockets;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Timing;
using Simulator.Presets;
using Simulator.Rig;

namespace HardwareConnector.Tests.LinkChecks;

/// <summary>A rig in real time, the small preset at 100 blocks a second; what its test sets, it does wrong. Serves one
/// client.</summary>
internal sealed class PacedRig : IDisposable
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(10);

    private readonly SimulatedRig _rig = new(RigPresets.Find("small")!, 1);
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly CancellationTokenSource _stop = new();
    private readonly LinkFrameWriter _frame = new();
    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private Thread? _thread;

    public PacedRig()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
    }

    /// <summary>What a faultless rig says of itself.</summary>
    public static StreamDescription Good { get; } = TestRig.Stream;

    public string Endpoint => $"tcp://{_listener.LocalEndPoint}";

    /// <summary>What it says of itself.</summary>
    public StreamDescription Description { get; init; } = Good;

    /// <summary>Says hello by these bytes instead; empty = says none.</summary>
    public byte[]? Hello { get; init; }

    public bool Heartbeats { get; init; } = true;

    /// <summary>Blocks that go out together.</summary>
    public int Burst { get; init; } = 1;

    /// <summary>Changes block n.</summary>
    public Action<CDataBlock, int> Change { get; init; } = static (_, _) => { };

    /// <summary>Changes the header of block n.</summary>
    public Func<LinkBlockHeader, int, LinkBlockHeader> Head { get; init; } = static (header, _) => header;

    /// <summary>Sends something else before block n; false = hangs up.</summary>
    public Func<LinkFrameWriter, Socket, int, bool> Before { get; init; } = static (_, _, _) => true;

    public PacedRig Start()
    {
        // A thread of its own: the pool of a test process that has just begun adds threads only twice a second.
        _thread = new Thread(Serve) { IsBackground = true, Name = "rig" };
        _thread.Start();
        return this;
    }

    public void Dispose()
    {
        _stop.Cancel();
        _listener.Dispose();
        _thread?.Join();
        _stop.Dispose();
    }

    private void Serve()
    {
        try
        {
            using Socket client = _listener.Accept();
            Serve(client);
        }
        catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private void Serve(Socket client)
    {
        client.NoDelay = true;
        if (Hello is not null)
        {
            client.Send(Hello);
        }
        else
        {
            LinkHello.WriteRig(_frame, [Description]);
            client.Send(_frame.Frame);
        }

        long start = TimeProvider.System.GetTimestamp();
        long startNs = TimeProvider.System.NowNs();
        int sent = 0;
        int heartbeats = 0;
        while (!_stop.Token.WaitHandle.WaitOne(Period))
        {
            if (Hello is { Length: 0 })
                continue;
            TimeSpan elapsed = TimeProvider.System.GetElapsedTime(start);
            for (int due = (int)(elapsed / Period) / Burst * Burst; sent < due; sent++)
            {
                if (!Before(_frame, client, sent))
                    return;
                SendBlock(client, sent, startNs);
            }

            if (Heartbeats && elapsed.TotalSeconds >= heartbeats + 1)
            {
                heartbeats++;
                _frame.WriteHeartbeat();
                client.Send(_frame.Frame);
            }
        }
    }

    private void SendBlock(Socket client, int n, long startNs)
    {
        CDataBlock block = new(Good.ToLayout());
        _rig.Fill(block, n);
        Change(block, n);
        var header = new LinkBlockHeader(Good.Id, 0, 0, startNs + (n * Good.BlockDurationNs),
            LinkBlockHeader.AllLiveCounts);
        _frame.WriteBlock(Head(header, n), block, _serializer);
        client.Send(_frame.Frame);
    }
}
