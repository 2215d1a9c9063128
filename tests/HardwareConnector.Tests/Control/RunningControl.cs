using System.Buffers;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Consumers;
using HardwareConnector.Control;
using HardwareConnector.History;
using HardwareConnector.Replay;
using HardwareConnector.Sources;
using HardwareConnector.Tests.Publishing;
using Testing;

namespace HardwareConnector.Tests.Control;

/// <summary>The control loop on its thread, beside a publish loop that is heard and has described its rig,
/// with the test as its consumer.</summary>
internal sealed class RunningControl : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;
    private readonly ArrayBufferWriter<byte> _request = new();
    private readonly ControlAnswers _answers;

    public RunningControl(
        TimeProvider peerTime,
        TimeProvider replayTime,
        int historySeconds = 0,
        SourceFeeds? feeds = null,
        long maxOutstanding = 1 << 30,
        TransportKeys? keys = null)
    {
        Histories = new HistoryStore(historySeconds);
        Peers = new PeerRegistry(peerTime);
        ReadySignal ready = new();
        Service = new ReplayService(
            Publisher.Recorder, Publisher.Registry, feeds ?? Publisher.Feeds, 1e9, maxOutstanding, replayTime);
        Consumers = new ConsumerRegistry(Publisher.Registry, Publisher.Identity, Publisher.Recorder, peerTime);
        _answers = new(
            Publisher.Registry,
            Publisher.Identity,
            Publisher.Recorder,
            Service,
            Consumers,
            new HistoryService(Histories),
            new RequestAccess(keys ?? TransportKeys.None),
            TimeProvider.System);
        ControlLoop loop = NewLoop(Publisher.Transport, ready);
        _thread = new Thread(() => loop.Run(_stop.Token)) { IsBackground = true };
        _thread.Start();
        Eventually.True(() => ready.Endpoint.IsCompletedSuccessfully, "the socket is bound");
        Address = Endpoint.Parse(ready.Endpoint.Result);
        Client = Publisher.Transport.Connect(Address);
    }

    public RunningPublisher Publisher { get; } = new RunningPublisher().Join().Describe();

    public HistoryStore Histories { get; }

    public PeerRegistry Peers { get; }

    public ConsumerRegistry Consumers { get; }

    public ReplayService Service { get; }

    public Endpoint Address { get; }

    public IControlClient Client { get; }

    /// <summary>What came in last.</summary>
    public FrameBuffer Answer { get; } = new(FrameLimits.Default);

    /// <summary>Another control loop over the same parts; the one that runs must have been stopped.</summary>
    public ControlLoop NewLoop(ITransport transport, ReadySignal? ready = null) => new(
        transport,
        Endpoint.Parse("tcp://127.0.0.1:0"),
        ready ?? new ReadySignal(),
        _answers,
        Service,
        Peers,
        TimeProvider.System);

    public void Send(Action<IBufferWriter<byte>> write)
    {
        _request.ResetWrittenCount();
        write(_request);
        Client.TrySend(_request.WrittenSpan).ShouldBe(SendStatus.Sent);
    }

    /// <summary>Ends the control loop: its parts belong to one thread.</summary>
    public void Stop()
    {
        _stop.Cancel();
        _thread.Join();
    }

    public void Dispose()
    {
        Stop();
        Client.Dispose();
        Service.Dispose();
        Publisher.Dispose();
        _stop.Dispose();
    }
}
