using System.Buffers;
using System.Text.Json;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Health;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Receiving;
using Testing;
using Testing.Brokers;

namespace SignalMonitor.Tests.Connections;

/// <summary>Both threads of a connection that reads a queue of a real broker.</summary>
public sealed class QueueConnectionTests(RabbitMqFixture broker) : IClassFixture<RabbitMqFixture>, IDisposable
{
    private readonly string _queue = $"cdb.{Guid.NewGuid():N}";
    private readonly TemporaryFolder _folder = new();
    private readonly ZeroMqTransport _transport = new(new SocketLimits(), TimeProvider.System);

    public void Dispose()
    {
        _transport.Dispose();
        _folder.Dispose();
    }

    [RabbitMqQueueFact]
    public void Run_Queue_BlocksAreComputedAndFresh()
    {
        using Running running = new(this, saved: null);
        using TestQueue queue = new(broker.Server, _queue);
        queue.Marker();
        queue.Blocks(50);
        queue.Heartbeat();
        running.ReadTo(50);
        running.Computed(50);

        Counts(running.Stream).ShouldBe((50L, 50L, 0L));
        running.Connection.Receive.State.Stale.ShouldBe(StaleState.Fresh);
        running.Stream.State.ShouldBe(DeliveryState.Live);
        running.Connection.Compute.Latency.Total.Count.ShouldBe(50);
        running.Connection.Endpoint.ShouldBe($"amqp://127.0.0.1:{broker.Server.Port}/{_queue}");
        QueueHealth health = QueueHealth.Create(running.Connection);
        (health.Connected, health.Fault, health.Queue, health.Messages).ShouldBe((true, null, _queue, 53L));
        health.LagMs.ShouldNotBeNull().ShouldBeLessThan(2000);
    }

    [RabbitMqQueueFact]
    public void Run_Backlog_IsOfThePastUntilAHeartbeatOfNow()
    {
        using Running running = new(this, saved: null);
        using TestQueue queue = new(broker.Server, _queue) { Age = TimeSpan.FromMinutes(1) };
        queue.Marker();
        queue.Blocks(20);
        queue.Heartbeat();
        running.ReadTo(20);
        running.Stream.State.ShouldBe(DeliveryState.CatchUp);
        running.Connection.Receive.State.Stale.ShouldBe(StaleState.Unheard);
        Eventually.True(
            () => running.Connection.Compute.Latency.LeftOut == 20, "the blocks are counted as without a latency");
        running.Connection.Compute.Latency.Total.Count.ShouldBe(0);
        queue.Age = default;
        queue.Blocks(1);
        queue.Heartbeat();
        running.ReadTo(21);

        Eventually.True(() => running.Connection.Receive.State.Stale == StaleState.Fresh, "the connection is fresh");
        running.Stream.State.ShouldBe(DeliveryState.Live);
    }

    [RabbitMqQueueFact]
    public void Run_SecondProcess_ContinuesExactly()
    {
        using TestQueue queue = new(broker.Server, _queue);
        AccountPart saved;
        using (Running first = new(this, saved: new AccountPart()))
        {
            queue.Marker();
            queue.Blocks(30);
            first.ReadTo(30);
            queue.Loss(number: 1, samples: 5);
            queue.Marker();
            queue.Blocks(30);
            first.ReadTo(60);
            queue.Loss(number: 2, samples: 7);
            queue.Blocks(1);
            first.ReadTo(61);
            saved = first.Stop();
        }

        queue.Blocks(9);
        queue.Heartbeat();
        using Running second = new(this, saved);
        second.ReadTo(70);
        second.Computed(70);

        Counts(second.Stream).ShouldBe((70L, 70L, 0L));
        second.Stream.Account().SamplesBeforeSequence.ShouldBe(12);
        second.Connection.Queue!.FileFault.ShouldBeNull();
        Directory.GetFiles(_folder.Path, "amqp-*.json").ShouldHaveSingleItem();
    }

    [RabbitMqQueueFact]
    public void Run_LossTwice_CountsOnce()
    {
        using Running running = new(this, saved: null);
        using TestQueue queue = new(broker.Server, _queue);
        queue.Marker();
        queue.Blocks(1);
        queue.Loss(number: 4, samples: 5);
        queue.Loss(number: 4, samples: 5);
        queue.Blocks(1);
        running.ReadTo(2);

        running.Stream.Account().SamplesBeforeSequence.ShouldBe(5);
    }

    [RabbitMqQueueFact]
    public void Run_AskControl_BlocksThatTheQueueLacksComeFromTheConnector()
    {
        using IControlServer control = _transport.Serve(Endpoint.Parse("tcp://127.0.0.1:0"));
        using TestPublisher connector = new(_transport, Endpoint.Parse("tcp://127.0.0.1:0"), epoch: 1);
        using Running running = new(this, saved: null, control.Endpoint.ToString());
        using TestQueue queue = new(broker.Server, _queue);
        queue.Marker();
        queue.Blocks(5);
        queue.Skip(3);
        queue.Blocks(2);
        queue.Heartbeat();
        FrameBuffer request = new(FrameLimits.Default);
        Eventually.True(
            () =>
            {
                Answer(control, connector, request);
                return running.IsAt(10);
            },
            "the missing blocks are read");

        Counts(running.Stream).ShouldBe((10L, 10L, 0L));
        running.Stream.Account().Replayed.ShouldBe(3);
    }

    // Its welcome is of its own epoch, and the next one of the queue may be behind what waits.
    [RabbitMqQueueFact]
    public void Run_AskControlAndTheConnectorForgotTheMonitor_ItIsAskedAgain()
    {
        using IControlServer control = _transport.Serve(Endpoint.Parse("tcp://127.0.0.1:0"));
        using TestPublisher connector = new(_transport, Endpoint.Parse("tcp://127.0.0.1:0"), epoch: 1);
        using Running running = new(this, saved: null, control.Endpoint.ToString());
        using TestQueue queue = new(broker.Server, _queue);
        queue.Marker();
        queue.Blocks(5);
        queue.Skip(3);
        queue.Blocks(2);
        FrameBuffer request = new(FrameLimits.Default);
        int forgets = 1;
        Eventually.True(
            () =>
            {
                Answer(control, connector, request, ref forgets);
                return running.IsAt(10);
            },
            "the missing blocks are read");

        forgets.ShouldBe(0);
        Counts(running.Stream).ShouldBe((10L, 10L, 0L));
    }

    // They stay in the queue meanwhile, and only what it lacks is asked.
    [RabbitMqQueueFact]
    public void Run_AskControlAndMoreBlocksBehindAGapThanMayBeHeld_AllAreReadFromTheQueue()
    {
        using IControlServer control = _transport.Serve(Endpoint.Parse("tcp://127.0.0.1:0"));
        using TestPublisher connector = new(_transport, Endpoint.Parse("tcp://127.0.0.1:0"), epoch: 1);
        using Running running = new(
            this, saved: null, control.Endpoint.ToString(), new DeliveryOptions { HoldBytes = 40_000 });
        using TestQueue queue = new(broker.Server, _queue);
        queue.Marker();
        queue.Blocks(5);
        queue.Skip(3);
        queue.Blocks(300);
        queue.Heartbeat();
        Eventually.True(
            () => running.Connection.Receive.Streams.All.Length > 0 && !running.Connection.Receive.Delivery.NeedsLive,
            "reading pauses");
        running.Connection.Queue!.Consumer.Offset.ShouldBeLessThan(200);
        FrameBuffer request = new(FrameLimits.Default);
        Eventually.True(
            () =>
            {
                Answer(control, connector, request);
                return running.IsAt(308);
            },
            "all blocks are read");

        Counts(running.Stream).ShouldBe((308L, 308L, 0L));
        running.Stream.Account().Replayed.ShouldBe(3);
    }

    [RabbitMqQueueFact]
    public void Run_Gap_IsDeclaredLost()
    {
        using Running running = new(this, saved: null);
        using TestQueue queue = new(broker.Server, _queue);
        queue.Marker();
        queue.Blocks(5);
        queue.Skip(3);
        queue.Blocks(2);
        running.ReadTo(10);

        Counts(running.Stream).ShouldBe((10L, 7L, 3L));
    }

    [RabbitMqQueueFact]
    public void Run_Warm_ReceiveThreadDoesNotAllocatePerBlock()
    {
        using Running running = new(this, saved: null);
        using TestQueue queue = new(broker.Server, _queue);
        queue.Marker();
        Pump(200);

        Allocation.MinOf(() => running.Connection.Receive.Allocation.Bytes, () => Pump(200)).ShouldBe(0);

        void Pump(int blocks)
        {
            queue.Blocks(blocks);
            running.ReadTo(queue.Last);
            running.Computed(queue.Last);
        }
    }

    // A connector of a later epoch, which the queue has not reached.
    private static void Answer(IControlServer control, TestPublisher connector, FrameBuffer request)
    {
        int forgets = 0;
        Answer(control, connector, request, ref forgets);
    }

    private static void Answer(
        IControlServer control, TestPublisher connector, FrameBuffer request, ref int forgets)
    {
        while (control.TryReceive(request, out PeerId? peer) == ReceiveStatus.Control)
        {
            ControlEnvelope.TryRead(request.Payload, out ControlEnvelope envelope, out _).ShouldBeTrue();
            if (envelope.Op == ControlOp.Hello)
            {
                ArrayBufferWriter<byte> welcome = new();
                new Welcome { Id = envelope.Id, Publisher = TestStream.Publisher, Instance = Guid.NewGuid(), Epoch = 9 }
                    .Write(welcome);
                control.TrySend(peer!, welcome.WrittenSpan);
            }

            ReplayRequest replay = new();
            if (envelope.Op != ControlOp.Replay || !replay.TryRead(request.Payload, out _))
                continue;
            if (forgets == 0)
            {
                connector.Replay(control, peer!, replay);
                continue;
            }

            forgets--;
            ArrayBufferWriter<byte> error = new();
            new ErrorAnswer(replay.Id, ErrorAnswer.UnknownPeer, "say hello").Write(error);
            control.TrySend(peer!, error.WrittenSpan);
        }
    }

    private static (long Published, long Delivered, long Lost) Counts(MonitoredStream stream)
    {
        StreamAccount account = stream.Account();
        (account.Missing, account.SilentLoss).ShouldBe((0L, 0L));
        return (account.Published, account.Delivered, account.DeclaredLost);
    }

    /// <summary>The threads of a process.</summary>
    private sealed class Running : IDisposable
    {
        private readonly CancellationTokenSource _stop = new();
        private readonly Thread[] _threads;

        public Running(
            QueueConnectionTests test, AccountPart? saved, string? control = null, DeliveryOptions? delivery = null)
        {
            ConnectionOptions options = new()
            {
                Control = control ?? "tcp://127.0.0.1:1",
                Amqp = new AmqpOptions
                {
                    Address = $"amqp://127.0.0.1:{test.Server.Port}",
                    Queue = test._queue,
                    AskControl = control is not null,
                },
            };
            Connection = new MonitorConnection(
                options,
                delivery ?? new DeliveryOptions(),
                new ComputeOptions(),
                test._transport,
                BuiltInSerializers.CreateRegistry(),
                TimeProvider.System,
                saved: saved,
                stateFolder: test._folder.Path);
            _threads = [new(() => Connection.Receive.Run(_stop.Token)), new(() => Connection.Compute.Run(_stop.Token))];
            foreach (Thread thread in _threads)
                thread.Start();
        }

        public MonitorConnection Connection { get; }

        public MonitoredStream Stream => Connection.Receive.Streams.All[0];

        public void ReadTo(ulong sequence) => Eventually.True(() => IsAt(sequence), $"block {sequence} is read");

        public bool IsAt(ulong sequence) =>
            Connection.Receive.Streams.All.Length > 0 && Stream.Account().LastSequence == sequence;

        public void Computed(ulong sequence) =>
            Eventually.True(() => Stream.Board?.Read().Sequence == sequence, $"block {sequence} is computed");

        /// <summary>Ends it, and returns what it saved, as the next process reads it.</summary>
        public AccountPart Stop()
        {
            Join();
            Connection.HasEndedWhole.ShouldBeTrue();
            SavedMoment? last = Connection.Mark.TakeLast(Connection.Receive.Streams.All, Connection.Endpoint);
            AccountPart written = new();
            written.Put(Connection.Endpoint, last.ShouldNotBeNull().Streams);
            using MemoryStream stream = new();
            using (Utf8JsonWriter json = new(stream))
                written.Write(json);
            AccountPart read = new();
            using JsonDocument document = JsonDocument.Parse(stream.ToArray());
            read.Read(document.RootElement).ShouldBeNull();
            return read;
        }

        public void Dispose()
        {
            Join();
            Connection.Dispose();
            _stop.Dispose();
        }

        private void Join()
        {
            _stop.Cancel();
            foreach (Thread thread in _threads)
                thread.Join();
        }
    }

    private RabbitMqServer Server => broker.Server;
}
