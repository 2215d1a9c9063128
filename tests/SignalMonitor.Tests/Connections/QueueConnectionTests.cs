using System.Text.Json;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Health;
using SignalMonitor.Streams;
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

        public Running(QueueConnectionTests test, AccountPart? saved)
        {
            ConnectionOptions options = new()
            {
                Amqp = new AmqpOptions { Address = $"amqp://127.0.0.1:{test.Server.Port}", Queue = test._queue },
            };
            Connection = new MonitorConnection(
                options,
                new DeliveryOptions(),
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

        public void ReadTo(ulong sequence) => Eventually.True(
            () => Connection.Receive.Streams.All.Length > 0 && Stream.Account().LastSequence == sequence,
            $"block {sequence} is read");

        public void Computed(ulong sequence) =>
            Eventually.True(() => Stream.Board?.Read().Sequence == sequence, $"block {sequence} is computed");

        /// <summary>Ends it, and returns what it saved, as the next process reads it.</summary>
        public AccountPart Stop()
        {
            Join();
            Connection.HasEndedWhole.ShouldBeTrue();
            AccountPart written = new();
            written.Put(
                Connection.Endpoint,
                Connection.Mark.TakeLast(Connection.Receive.Streams.All, Connection.Endpoint).ShouldNotBeNull().Streams);
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
