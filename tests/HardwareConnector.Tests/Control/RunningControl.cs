using System.Buffers;
using FuncLibs.Hosting.Threads;
using FuncLibs.Transport;
using FuncLibs.Transport.Buffers;
using FuncLibs.Wire;
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

    public RunningControl(TimeProvider peerTime, TimeProvider replayTime, int historySeconds = 0, SourceFeeds? pile = null)
    {
        Histories = new HistoryBook(historySeconds);
        Peers = new PeerBook(peerTime);
        ReadySignal ready = new();
        Desk = new ReplayDesk(Publisher.Recorder, Publisher.Book, pile ?? Publisher.Feeds, 1e9, replayTime);
        Consumers = new ConsumerBook(Publisher.Book, Publisher.Identity, Publisher.Recorder, peerTime);
        ControlAnswers answers = new(
            Publisher.Book, Publisher.Identity, Publisher.Recorder, Desk, Consumers, new HistoryDesk(Histories), TimeProvider.System);
        ControlLoop loop = new(Publisher.Transport, Endpoint.Parse("tcp://127.0.0.1:0"), ready, answers, Desk, Peers);
        _thread = new Thread(() => loop.Run(_stop.Token)) { IsBackground = true };
        _thread.Start();
        Eventually.True(() => ready.Endpoint.IsCompletedSuccessfully, "the socket is bound");
        Address = Endpoint.Parse(ready.Endpoint.Result);
        Client = Publisher.Transport.Connect(Address);
    }

    public RunningPublisher Publisher { get; } = new RunningPublisher().Join().Describe();

    public HistoryBook Histories { get; }

    public PeerBook Peers { get; }

    public ConsumerBook Consumers { get; }

    public ReplayDesk Desk { get; }

    public Endpoint Address { get; }

    public IControlClient Client { get; }

    /// <summary>What came in last.</summary>
    public FrameBuffer Answer { get; } = new(FrameLimits.Default);

    public void Send(Action<IBufferWriter<byte>> write)
    {
        _request.ResetWrittenCount();
        write(_request);
        Client.TrySend(_request.WrittenSpan).ShouldBe(SendStatus.Sent);
    }

    public void Dispose()
    {
        _stop.Cancel();
        _thread.Join();
        Client.Dispose();
        Desk.Dispose();
        Publisher.Dispose();
        _stop.Dispose();
    }
}
