using System.Text;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Derived;
using Testing;

namespace SignalMonitor.Tests.Derived;

/// <summary>
/// The publishing thread of derived values, with the test as its compute thread and as its subscriber.
/// </summary>
internal sealed class RunningDerived : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly StateFolder _stateFolder;
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;
    private readonly ZeroMqTransport _transport = new(new SocketLimits(), TimeProvider.System);
    private readonly IFrameSubscriber _subscriber;
    private readonly FrameBuffer _buffer = new(FrameLimits.Default);

    public RunningDerived()
    {
        _stateFolder = StateFolder.Open(_folder.Path);
        PublisherState state = PublisherState.Open(_stateFolder, TimeProvider.System);
        PublisherIdentity identity = new(state.Publisher, Guid.NewGuid(), state.Epoch, "lab", "monitor");
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
        Endpoint anyPort = Endpoint.Parse("tcp://127.0.0.1:0");
        Loop = new DerivedLoop(
            Feed,
            () => _transport.Publish(anyPort),
            new ReadySignal(),
            identity,
            new DerivedCatalogue(identity, state),
            serializer,
            TimeProvider.System);
        _thread = new Thread(() => Loop.Run(_stop.Token)) { IsBackground = true };
        _thread.Start();
        Eventually.True(() => Loop.Ready.IsCompletedSuccessfully, "the socket is bound");
        _subscriber = _transport.Subscribe(Endpoint.Parse(Loop.Ready.Result));
        _subscriber.Subscribe([]);
        Next(FrameKind.Heartbeat);
    }

    public DerivedFeed Feed { get; } = new(8);

    public DerivedLoop Loop { get; }

    /// <summary>Header of the frame that came last, its CRCs checked.</summary>
    public FrameHeader Header { get; private set; }

    public string Topic => Encoding.ASCII.GetString(_buffer.Topic);

    public ReadOnlySpan<byte> Payload => _buffer.Payload;

    /// <summary>A stream with the variables given, two points a block.</summary>
    public static DerivedForm Form(DerivedStream stream, params string[] variables) =>
        new(stream, Describe(variables), blocks: 4);

    /// <summary>A block of a form: every value is <paramref name="value"/>.</summary>
    public static CDataBlock Block(DerivedForm form, double value)
    {
        CDataBlock block = form.Pool.TryRent().ShouldNotBeNull();
        block.SetGroup(BlockGroup.AD, form.Description.AD.Length);
        for (int i = 0; i < form.Description.AD.Length; i++)
        {
            BlockChannel channel = block.Channel(BlockGroup.AD, i);
            channel.Id = form.Description.AD[i].Id;
            channel.PointCount = 2;
            channel.Values.Fill(value);
        }

        block.IsValid = true;
        return block;
    }

    public FrameHeader Next(FrameKind kind)
    {
        do
            Eventually.True(() => TryTake(50), $"a frame of kind {kind} comes");
        while (Header.Kind != kind);
        return Header;
    }

    public void Stop()
    {
        _stop.Cancel();
        Feed.Ring.Wake();
        _thread.Join();
    }

    public void Dispose()
    {
        Stop();
        _subscriber.Dispose();
        _transport.Dispose();
        Feed.Dispose();
        _stateFolder.Dispose();
        _folder.Dispose();
        _stop.Dispose();
    }

    private static StreamDescription Describe(string[] variables) => new(
        0,
        "main",
        1000,
        2,
        [],
        [],
        [.. variables.Select((name, i) => new ChannelDescription(
            i + 1,
            name,
            1,
            1,
            2,
            [new ColumnDescription(name, "kN", double.NegativeInfinity, double.PositiveInfinity, 0)]))],
        [],
        []);

    private bool TryTake(int milliseconds)
    {
        IWaitSet wait = _transport.WaitFor(_subscriber);
        if (_subscriber.TryReceive(_buffer) != ReceiveStatus.Frame)
        {
            wait.Wait(milliseconds);
            if (_subscriber.TryReceive(_buffer) != ReceiveStatus.Frame)
                return false;
        }

        FrameHeaderReader.Read(
            _buffer.Header, _buffer.Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        Header = header;
        return true;
    }
}
