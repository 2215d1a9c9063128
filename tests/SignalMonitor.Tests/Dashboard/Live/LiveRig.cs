using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Events;
using SignalMonitor.Health;
using SignalMonitor.Streams;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Live;

/// <summary>
/// The live thread over streams whose blocks the test makes: 1000 Hz in blocks of 10, an analogue input of 2000 Hz, one
/// line. The test is the compute thread, the live thread and the browsers.
/// </summary>
internal sealed class LiveRig : IDisposable
{
    public const int Points = 10;
    public const long BlockNs = 10_000_000;
    public const long StartNs = 1_700_000_000_000_000_000;

    private readonly ZeroMqTransport _transport = new(new SocketLimits(), TimeProvider.System);
    private readonly Dictionary<string, ulong> _sequences = [];
    private readonly TimeProvider _time;

    public LiveRig(
        TimeProvider? time = null, int browsers = LiveLimits.Browsers, long memory = LiveLimits.MemoryBytes)
    {
        _time = time ?? Time;
        Connections = new MonitorConnections(
            [
                new MonitorConnection(
                    new(),
                    new DeliveryOptions { OnHole = GapPolicy.Skip },
                    new ComputeOptions(),
                    _transport,
                    BuiltInSerializers.CreateRegistry(),
                    _time,
                    coordinator: Coordinator),
            ]);
        Loop = new LiveLoop(
            Connections,
            new LiveState(Connections, new HealthReport(Connections, _time), Coordinator),
            new CatalogueView(Connections),
            Events,
            _time,
            browsers,
            memory);
    }

    public FakeTime Time { get; } = new();

    public VariableCoordinator Coordinator { get; } = new(null);

    public EventLog Events { get; } = new();

    public MonitorConnections Connections { get; }

    public LiveLoop Loop { get; }

    public static StreamDescription Main { get; } = Describe("main");

    public static StreamDescription Describe(string name, int inputs = 1, uint id = 1) => new(
        id,
        name,
        1000,
        Points,
        [new ChannelDescription(
            0, "", 1, 1, Points, [Column("command", "kN"), Column("output", "V"), Column("force", "kN")])],
        [],
        [.. Enumerable
            .Range(0, inputs)
            .Select(i => new ChannelDescription(i, "", 2, 1, 2 * Points, [Column("value", "V")]))],
        ["door"],
        []);

    /// <summary>The stream of a description, met when it is new.</summary>
    public MonitoredStream StreamOf(StreamDescription description) =>
        Connections.All[0].Receive.Streams.FindOrAdd(TestStream.Publisher, description.Id, description.Name)!;

    /// <summary>The next block of a stream goes through its compute thread.</summary>
    /// <param name="change">Puts values into it; all are 0 otherwise.</param>
    /// <param name="description">What the stream is.</param>
    /// <param name="missing">Blocks that never came before it.</param>
    public MonitoredStream Next(
        Action<CDataBlock>? change = null, StreamDescription? description = null, int missing = 0)
    {
        description ??= Main;
        MonitoredStream stream = StreamOf(description);
        ulong index = _sequences.GetValueOrDefault(description.Name) + (ulong)missing;
        _sequences[description.Name] = index + 1;
        if (!ReferenceEquals(stream.Computer?.Board.Plan.Stream, description))
            stream.Use(new BlockComputer(new SignalPlan(description, new ComputeOptions())));
        CDataBlock block = BlockOf(description, (long)index * Points);
        change?.Invoke(block);
        FrameHeader header = new()
        {
            Kind = FrameKind.Data,
            Stream = description.Id,
            Epoch = 1,
            Sequence = index + 1,
            AcquiredNs = StartNs + ((long)index * BlockNs),
        };
        stream.Computer!.Compute(block, header.Sequence, header.AcquiredNs + BlockNs);
        stream.Variables!.Compute(block, header, description, header.AcquiredNs + BlockNs);
        stream.History.Add(description, 60, block, header.AcquiredNs, stream.Variables.Plan);
        stream.Tap?.Offer(block, description, header.AcquiredNs, header.AcquiredNs + BlockNs, stream.Variables.Plan);
        stream.ViewerTap?.Offer(
            block, description, header.AcquiredNs, header.AcquiredNs + BlockNs, stream.Variables.Plan);
        return stream;
    }

    /// <summary>An edit of the database.</summary>
    public void Edit(params (string Name, string Expression)[] variables) => Coordinator.Take(new VariableSet
    {
        Station = "lab/rig1",
        Revision = (Coordinator.SetOf("")?.Revision ?? 0) + 1,
        Variables =
        [
            .. variables.Select((variable, i) => new SignalVariable
            {
                Id = i + 1,
                Station = "lab/rig1",
                Name = variable.Name,
                Expression = variable.Expression,
                Revision = 1,
            }),
        ],
    });

    /// <summary>A browser that is connected.</summary>
    public LiveBrowser Join()
    {
        LiveSession session = Loop.TryJoin().ShouldNotBeNull();
        Loop.Enter(session);
        Loop.Serve();
        return new LiveBrowser(this, session);
    }

    /// <summary>One tick of the live thread, a thirtieth of a second after the one before.</summary>
    public void Tick()
    {
        Time.Advance(TimeSpan.FromMilliseconds(34));
        Loop.Tick();
    }

    public void Dispose()
    {
        Loop.Dispose();
        Connections.Dispose();
        _transport.Dispose();
    }

    public static CDataBlock BlockOf(StreamDescription description, long firstIndex)
    {
        CDataBlock block = new(description.ToLayout()) { FirstSampleIndex = firstIndex, SampleRateHz = 1000 };
        block.SetGroup(BlockGroup.Servo, 1);
        BlockChannel channel = block.Channel(BlockGroup.Servo, 0);
        (channel.PointCount, channel.SensorCount) = (Points, 1);
        channel.ActiveCtrl.Clear();
        channel.Count.Clear();
        channel.Command.Clear();
        channel.Output.Clear();
        channel.Sensor(0).Clear();
        block.SetGroup(BlockGroup.AD, description.AD.Length);
        for (int i = 0; i < description.AD.Length; i++)
        {
            block.Channel(BlockGroup.AD, i).PointCount = 2 * Points;
            block.Channel(BlockGroup.AD, i).Values.Clear();
        }

        block.SetBits(BitGroup.In, description.BitIn.Length);
        block.IsValid = true;
        return block;
    }

    private static ColumnDescription Column(string name, string unit) => new(name, unit, -1000, 1000, 0);
}

/// <summary>
/// A browser of a <see cref="LiveRig"/>, as the sending and receiving tasks of its connection see it.
/// </summary>
internal sealed class LiveBrowser(LiveRig rig, LiveSession session)
{
    private readonly List<JsonElement> _texts = [];

    public LiveSession Session => session;

    /// <summary>The texts that came, in their order.</summary>
    public IReadOnlyList<JsonElement> Texts
    {
        get
        {
            Receive();
            return _texts;
        }
    }

    /// <summary>Batches that came and were not looked at.</summary>
    public Queue<LiveReading> Batches { get; } = [];

    /// <summary>Says something, and has it served and brought into force.</summary>
    public LiveBrowser Send(LiveCommand command)
    {
        session.WaitForRoom(CancellationToken.None).IsCompletedSuccessfully.ShouldBeTrue("there is room for a command");
        rig.Loop.Post(session, command);
        rig.Loop.Serve();
        rig.Loop.Follow();
        return this;
    }

    public LiveBrowser Subscribe(uint id, string stream, long widthNs, params string[] signals) =>
        Send(new LiveCommand.Subscribe(id, stream, [.. signals], widthNs));

    /// <summary>The texts of a type.</summary>
    public JsonElement[] Of(string type) => [.. Texts.Where(text => text.GetProperty("type").GetString() == type)];

    /// <summary>Takes what waits in its outbox, as a connection that is fast enough.</summary>
    public LiveBrowser Receive()
    {
        while (session.Outbox.TryTake(out byte[]? text, out bool isBatch))
        {
            if (!isBatch)
            {
                _texts.Add(JsonSerializer.Deserialize<JsonElement>(text));
                continue;
            }

            Batches.Enqueue(LiveReading.Of(session.Outbox.Batch.Written));
            session.Outbox.BatchSent();
        }

        return this;
    }

    /// <summary>A tick, and the batch that it brought, acknowledged; null when there was none.</summary>
    public LiveReading? Tick()
    {
        rig.Tick();
        Receive();
        if (!Batches.TryDequeue(out LiveReading? batch))
            return null;
        session.Acknowledge(batch.Number).ShouldBeTrue();
        return batch;
    }
}
