using System.Buffers;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.History;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Receiving;
using Testing;

namespace SignalMonitor.Tests.Connections;

/// <summary>Both threads of a connection against a real publisher.</summary>
public sealed class MonitorConnectionTests : IDisposable
{
    private static readonly Endpoint AnyPort = Endpoint.Parse("tcp://127.0.0.1:0");

    // A busy machine must not look like a dead link.
    private readonly ZeroMqTransport _transport =
        new(new SocketLimits { LingerMs = 0, StaleMs = 60_000 }, TimeProvider.System);
    private readonly CancellationTokenSource _stop = new();
    private readonly IControlServer _control;
    private readonly MonitorConnection _connection;
    private readonly Thread[] _threads;
    private readonly FrameBuffer _request = new(FrameLimits.Default);
    private TestPublisher _publisher;
    private bool _welcomed;

    public MonitorConnectionTests()
    {
        _publisher = new TestPublisher(_transport, AnyPort, epoch: 1);
        _control = _transport.Serve(AnyPort);
        var endpoints = new ConnectionOptions
        {
            Subscribe = _publisher.Endpoint.ToString(),
            Control = _control.Endpoint.ToString(),
        };
        _connection = new MonitorConnection(
            endpoints,
            new DeliveryOptions(),
            new ComputeOptions(),
            _transport,
            BuiltInSerializers.CreateRegistry(),
            TimeProvider.System);
        _threads = [new(() => _connection.Receive.Run(_stop.Token)), new(() => _connection.Compute.Run(_stop.Token))];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    private MonitoredStream Stream => _connection.Receive.Streams.All[0];

    public void Dispose()
    {
        _stop.Cancel();
        foreach (Thread thread in _threads)
            thread.Join();
        _publisher.Dispose();
        _control.Dispose();
        _transport.Dispose();
        _connection.Dispose();
        _stop.Dispose();
    }

    [Fact]
    public void Run_Blocks_AreCountedAndComputed()
    {
        Join();
        long before = Stream.Account().Delivered;
        for (int i = 0; i < 50; i++)
            _publisher.Block();
        Delivered(before + 50);

        Eventually.True(
            () => Stream.Board!.Read().Sequence == Stream.Account().LastSequence, "the last block is computed");
        _connection.Compute.Latency.Total.Count.ShouldBeGreaterThanOrEqualTo(50);
        _connection.Receive.State.Stale.ShouldBe(StaleState.Fresh);
    }

    [Fact]
    public void Run_PublisherRestarts_AccountClosesOverBothEpochs()
    {
        Join();
        _connection.Receive.Streams.BeginRun();
        _publisher.Lose();
        _publisher.Block();
        _publisher.Block();
        _publisher.Heartbeat(end: true);
        Eventually.True(() => _connection.Receive.State.Ended, "the end of the first epoch is heard");
        Endpoint endpoint = _publisher.Endpoint;
        _publisher.Dispose();

        // libzmq gives the port back on its own thread, some time after the socket was closed.
        Eventually.True(
            () => TestPublisher.TryBind(_transport, endpoint, epoch: 2, ref _publisher), "the port is free again");
        Eventually.True(
            () =>
            {
                _publisher.Block();
                _publisher.Heartbeat();
                return Stream.Account().Epoch == 2;
            },
            "the second epoch is heard");

        _publisher.Heartbeat(end: true);
        Eventually.True(() => _connection.Receive.State.Ended, "the end of the second epoch is heard");
        StreamAccount account = Stream.Account();
        account.SilentLoss.ShouldBe(0);
        account.Epochs.ShouldBe(2);
        foreach (DeliveredStream run in Stream.RunAccounts())
            ((long)(run.EndLast - run.First) + 1).ShouldBe(run.Delivered + run.DeclaredLost);
        Stream.RunAccounts().Select(run => (run.Epoch, run.EndSeen)).ShouldBe([(1UL, true), (2UL, true)]);
    }

    [Fact]
    public void Run_Warm_DoesNotAllocatePerBlockOnEitherThread()
    {
        Join();
        Pump(300);

        Allocation.MinOf(() => _connection.Receive.Allocation.Bytes, () => Pump(500)).ShouldBe(0);
        Allocation.MinOf(() => _connection.Compute.Allocation.Bytes, () => Pump(500)).ShouldBe(0);
    }

    [Fact]
    public void Run_Join_SendsHelloAndSnapshotUntilItIsWelcomed()
    {
        Ops(count: 4).ShouldBe([ControlOp.Hello, ControlOp.Snapshot, ControlOp.Hello, ControlOp.Snapshot]);
    }

    [Fact]
    public void Run_GapBeforeAPublisherWithAJournal_IsReadFromIt()
    {
        _publisher.HasJournal = true;
        Join();
        for (int i = 0; i < 20; i++)
            _publisher.Lose();
        _publisher.Block();
        _publisher.Heartbeat();
        ReplayRequest request = new();
        Eventually.True(
            () =>
            {
                if (_control.TryReceive(_request, out PeerId? peer) == ReceiveStatus.Control
                    && request.TryRead(_request.Payload, out _))
                    _publisher.Replay(_control, peer!, request);
                return Stream.Account() is { Missing: 0, Replayed: >= 20 };
            },
            "the hole is filled");

        StreamAccount account = Stream.Account();
        (account.Published
            - account.Delivered, account.DeclaredLost, account.LastSequence).ShouldBe((0L, 0L, _publisher.Last));
        Stream.State.ShouldBe(DeliveryState.Live);
    }

    [Fact]
    public void Run_SnapshotAnswer_BringsTheCatalogue()
    {
        PeerId? peer = null;
        Eventually.True(() => _control.TryReceive(_request, out peer) == ReceiveStatus.Control, "it asks");
        ArrayBufferWriter<byte> catalogue = new();
        CatalogueCodec.Write(TestStream.Catalogue(1), catalogue);
        ArrayBufferWriter<byte> answer = new();
        new CatalogueAnswer(2, 0).Write(answer, catalogue.WrittenSpan);
        _control.TrySend(peer!, answer.WrittenSpan).ShouldBe(SendStatus.Sent);

        Eventually.True(
            () =>
            {
                _publisher.Block();
                return _connection.Receive.Streams.All.Length > 0 && Stream.Board is { Plan.IsGuess: false };
            },
            "values are named by the catalogue");
    }

    [Fact]
    public void Run_BlockOfAnOlderRevision_IsShownAsSoonAsThatIsNotFound()
    {
        Join();
        _publisher.Revision = 7;
        _publisher.Block();
        PeerId? peer = null;
        CatalogueRequest requested = default;
        Eventually.True(
            () => _control.TryReceive(_request, out peer) == ReceiveStatus.Control
                && ControlEnvelope.TryRead(
                    _request.Payload, out ControlEnvelope envelope, out _) && envelope.Op == ControlOp.Catalogue
                && CatalogueRequest.TryRead(_request.Payload, out requested, out _) && requested.Revision == 7,
            "it asks for the catalogue of that revision");
        ArrayBufferWriter<byte> answer = new();
        new ErrorAnswer(requested.Id, ErrorAnswer.NotFound, "").Write(answer);
        _control.TrySend(peer!, answer.WrittenSpan).ShouldBe(SendStatus.Sent);

        Eventually.True(() => Stream.Board is { Plan.IsGuess: true }, "the block is shown with default names");
        Stream.Board!.Read().Sequence.ShouldBe(_publisher.Last);
    }

    [Fact]
    public void Run_HistoryAnswer_IsShownAndChangesNothingInTheAccount()
    {
        Join();
        HistoryAnswer answer = new() { Stream = TestStream.Id, BucketNs = BucketGrid.FinestNs };
        HistoryRequest request = default;
        PeerId? peer = null;
        Eventually.True(
            () =>
            {
                _publisher.Block();
                return _control.TryReceive(_request, out peer) == ReceiveStatus.Control
                    && HistoryRequest.TryRead(_request.Payload, out request, out _);
            },
            "it asks what was before");
        request.ShouldBe(new HistoryRequest(request.Id, TestStream.Id, HistoryOptions.DefaultSeconds));
        Eventually.True(() => Stream.Account().LastSequence == _publisher.Last, "every block is delivered");
        StreamAccount before = Stream.Account();

        answer.Id = request.Id;
        answer.UntilNs = TimeProvider.System.NowNs();
        answer.T0 = ((answer.UntilNs / answer.BucketNs) - 20) * answer.BucketNs;
        answer.Columns.Add(new HistoryColumn("ad1", [-5], [7], [1], [2], [300]));
        ArrayBufferWriter<byte> output = new();
        answer.Write(output);
        _control.TrySend(peer!, output.WrittenSpan).ShouldBe(SendStatus.Sent);
        Eventually.True(() => Stream.History.Earlier is not null, "the answer is taken");

        Stream.Account().ShouldBe(before);
        HistoryView view = HistoryReader.Read(Stream.History, "ad1", 60, 2048).ShouldNotBeNull();
        (view.Table.StartNs, view.Table[0, 0]).ShouldBe((answer.T0, new Bucket(-5, 7, 1, 2, 300)));
    }

    [Fact]
    public void Run_Blocks_AreInTheHistoryOnce()
    {
        Join();
        Pump(50);

        Eventually.True(
            () => Stream.History.Own!.Read().Blocks == Stream.Account().Delivered,
            "each delivered block is in it once");
    }

    private void Join() => Eventually.True(
        () =>
        {
            Welcome();
            _publisher.Catalogue();
            _publisher.Heartbeat();
            _publisher.Block();
            return _welcomed && _connection.Receive.Streams.All.Length > 0 && Stream.Board is { Plan.IsGuess: false };
        },
        "the monitor hears the publisher and its catalogue");

    private void Welcome()
    {
        if (_control.TryReceive(_request, out PeerId? peer) != ReceiveStatus.Control)
            return;
        ArrayBufferWriter<byte> answer = new();
        new Welcome { Publisher = TestStream.Publisher, Instance = Guid.NewGuid(), Epoch = 1 }.Write(answer);
        _welcomed |= _control.TrySend(peer!, answer.WrittenSpan) == SendStatus.Sent;
    }

    // In steps that the monitor follows, so that every block takes the whole path and none is dropped.
    private void Pump(int blocks)
    {
        for (int i = 0; i < blocks; i++)
        {
            long computed = Stream.ComputedDueNs;
            _publisher.Block();
            SpinWait.SpinUntil(() => Stream.ComputedDueNs != computed, TimeSpan.FromSeconds(10)).ShouldBeTrue();
        }
    }

    private void Delivered(long blocks) =>
        Eventually.True(() => Stream.Account().Delivered >= blocks, $"{blocks} blocks are delivered");

    private List<ControlOp> Ops(int count)
    {
        List<ControlOp> ops = [];
        Eventually.True(
            () =>
            {
                if (_control.TryReceive(_request, out _) == ReceiveStatus.Control)
                {
                    ControlEnvelope.TryRead(_request.Payload, out ControlEnvelope envelope, out _).ShouldBeTrue();
                    ops.Add(envelope.Op);
                }

                return ops.Count == count;
            },
            $"{count} requests");
        return ops;
    }
}
