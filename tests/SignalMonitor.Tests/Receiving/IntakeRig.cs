using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Receiving;
using SignalMonitor.Recorder;
using SignalMonitor.Streams;
using Testing;

namespace SignalMonitor.Tests.Receiving;

/// <summary>
/// The intake with its streams, ring and compute loop, without sockets: the test is the wire and both threads.
/// </summary>
internal sealed class IntakeRig : IDisposable
{
    private static readonly CancellationToken Stopped = new(canceled: true);
    private readonly ArrayBufferWriter<byte> _payload = new();
    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private ulong _heartbeats;

    /// <summary>A rig that skips gaps, unless set otherwise.</summary>
    public IntakeRig(
        GapPolicy onHole = GapPolicy.Skip, ConnectionRecorder? recorder = null, TimeProvider? computeTime = null)
    {
        SerializerRegistry registry = BuiltInSerializers.CreateRegistry();
        Mark = new PositionMark { Recorder = recorder };
        Feed = new ComputeFeed(256);
        Staleness = new Staleness(Time, Staleness.DefaultLimit);
        Delivery = new ConsumerDelivery(new DeliverySettings { OnGap = onHole }, Time);
        Streams = new StreamRegistry(Delivery);
        Intake = new FrameIntake(Streams, Delivery, State, Feed, registry, Staleness, Time, recorder);
        Compute = new ComputeLoop(Feed, registry, new ComputeOptions(), computeTime ?? Time) { Mark = Mark };
    }

    public FakeTime Time { get; } = new();

    public ConsumerDelivery Delivery { get; }

    public StreamRegistry Streams { get; }

    public ConnectionState State { get; } = new();

    public Staleness Staleness { get; }

    public ComputeFeed Feed { get; }

    public FrameIntake Intake { get; }

    public ComputeLoop Compute { get; }

    public PositionMark Mark { get; }

    public CDataBlock Block { get; set; } = TestStream.Block();

    public Guid Instance { get; set; } = Guid.NewGuid();

    public MonitoredStream Stream => Streams.All[0];

    public static FrameHeader DataHeader(ulong sequence, ulong epoch = 1, uint revision = 1) => new()
    {
        Kind = FrameKind.Data,
        Publisher = TestStream.Publisher,
        Stream = TestStream.Id,
        Content = 1,
        Epoch = epoch,
        Sequence = sequence,
        AcquiredNs = TestStream.AcquiredNs,
        CatalogueRevision = revision,
    };

    /// <summary>A data frame in, as the receive thread would hand it over.</summary>
    public bool Data(ulong sequence, ulong epoch = 1, uint revision = 1, bool isSnapshot = false) =>
        Data(DataHeader(sequence, epoch, revision), isSnapshot: isSnapshot);

    /// <summary>The same with a header of one's own, and bytes spoilt on the way.</summary>
    public bool Data(
        FrameHeader header,
        Action<byte[]>? spoilHeader = null,
        Action<byte[]>? spoilPayload = null,
        bool isSnapshot = false,
        bool isReplay = false)
    {
        FrameOrigin origin = isSnapshot ? FrameOrigin.Snapshot : isReplay ? FrameOrigin.Replay : FrameOrigin.Live;
        _payload.ResetWrittenCount();
        _serializer.Serialize(Block, _payload);
        return Take("D/lab/rig1/main/", header, spoilHeader, spoilPayload, origin);
    }

    /// <summary>A data frame whose payload is sound on the way, and no block.</summary>
    public void Undecodable(ulong sequence)
    {
        _payload.ResetWrittenCount();
        _payload.Write((ReadOnlySpan<byte>)[0xC1]);
        Take("D/lab/rig1/main/", DataHeader(sequence)).ShouldBeTrue();
    }

    public void Raw(FrameKind kind, ReadOnlySpan<byte> payload)
    {
        _payload.ResetWrittenCount();
        _payload.Write(payload);
        Take(TopicOf(kind), ControlHeader(kind, 1));
    }

    public void Catalogue(uint revision, StreamDescription? stream = null)
    {
        _payload.ResetWrittenCount();
        CatalogueCodec.Write(TestStream.Catalogue(revision, stream), _payload);
        Take(TopicOf(FrameKind.Catalogue), ControlHeader(FrameKind.Catalogue, revision));
    }

    public void Heartbeat(
        ulong last,
        ulong epoch = 1,
        bool end = false,
        LinkState link = LinkState.Online,
        ulong? written = null,
        (LinkState Link, long AgeMs)? own = null,
        Guid? publisher = null,
        uint stream = TestStream.Id)
    {
        long now = Time.NowNs();
        var heartbeat =
            new Heartbeat { Instance = Instance, Epoch = epoch, Link = link, SentUtcNs = now, LastAcquiredNs = now };
        heartbeat.Streams.Add(new StreamProgress(stream, last, written)
        {
            Link = own?.Link ?? LinkState.Unknown,
            LastAcquiredNs = own is { } reported ? now - (reported.AgeMs * 1_000_000) : null,
        });
        _payload.ResetWrittenCount();
        heartbeat.Write(_payload);
        FrameHeader header = ControlHeader(FrameKind.Heartbeat, 1) with
        {
            Publisher = publisher ?? TestStream.Publisher,
            Stream = FrameHeader.HeartbeatStream,
            Epoch = epoch,
            Sequence = ++_heartbeats,
            Flags = end ? FrameFlags.EndOfStream : FrameFlags.None,
        };
        Take(TopicOf(FrameKind.Heartbeat), header);
    }

    public void Loss(long first, long last)
    {
        _payload.ResetWrittenCount();
        new LossPayload(TestStream.Id, null, first, last, "source queue full").Write(_payload);
        Take(TopicOf(FrameKind.Loss), ControlHeader(FrameKind.Loss, 1));
    }

    /// <summary>The connector says that its clock was stepped.</summary>
    public void ClockStep(ulong sequence, long stepNs, ulong epoch = 1)
    {
        _payload.ResetWrittenCount();
        new ClockStepPayload(1, stepNs).Write(_payload);
        Take(TopicOf(FrameKind.Event), ControlHeader(FrameKind.Event, 1) with { Sequence = sequence, Epoch = epoch });
    }

    /// <summary>The receive thread notes where it is, as if the saver had asked.</summary>
    public void NotePosition()
    {
        Mark.Request();
        Mark.Note(Streams.All, Feed.Ring.Written);
    }

    /// <summary>Computes what is queued.</summary>
    public void RunCompute() => Compute.Run(Stopped);

    public void Dispose()
    {
        Streams.Dispose();
        Feed.Dispose();
    }

    private static FrameHeader ControlHeader(FrameKind kind, uint revision) =>
        DataHeader(1, revision: revision) with { Kind = kind, Stream = FrameHeader.ControlStream, Content = 8 };

    private static string TopicOf(FrameKind kind) => Topic.Create(kind, "lab", "rig1").ToString();

    private bool Take(
        string topic,
        FrameHeader header,
        Action<byte[]>? spoilHeader = null,
        Action<byte[]>? spoilPayload = null,
        FrameOrigin origin = FrameOrigin.Live)
    {
        byte[] payload = _payload.WrittenSpan.ToArray();
        byte[] headerBytes = new byte[FrameHeader.Size];
        FrameHeader whole = header.PayloadLength == 0 ? header.WithPayload(payload) : header;
        whole.Write(headerBytes);
        spoilHeader?.Invoke(headerBytes);
        spoilPayload?.Invoke(payload);
        FrameBuffer frame = Feed.Rent(default)!;
        frame.TrySetEnvelope(System.Text.Encoding.ASCII.GetBytes(topic), headerBytes).ShouldBeTrue();
        frame.TrySetPayload(payload).ShouldBeTrue();
        bool taken = Intake.Receive(frame, origin, default);
        if (!taken)
            Feed.Frames.Return(frame);
        return taken;
    }
}
