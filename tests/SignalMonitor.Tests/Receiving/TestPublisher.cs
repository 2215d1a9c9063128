using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Tests.Receiving;

/// <summary>A publisher over a real socket, one life after another on the same port.</summary>
internal sealed class TestPublisher : IDisposable
{
    private readonly IFramePublisher _socket;
    private readonly ArrayBufferWriter<byte> _payload = new(1 << 16);
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private readonly CDataBlock _block = TestStream.Block();
    private readonly Topic _topic = Topic.Create(FrameKind.Data, "lab", "rig1", "main");
    private readonly Heartbeat _heartbeat = new();
    private readonly ulong _epoch;
    private readonly Guid _instance = Guid.NewGuid();
    private ulong _last;

    public TestPublisher(ITransport transport, Endpoint endpoint, ulong epoch)
    {
        _socket = transport.Publish(endpoint);
        _epoch = epoch;
    }

    public Endpoint Endpoint => _socket.Endpoint;

    /// <summary>Heartbeats carry the marks of a journal.</summary>
    public bool HasJournal { get; set; }

    public ulong Last => _last;

    /// <summary>Catalogue revision of the blocks to come.</summary>
    public uint Revision { get; set; } = 1;

    /// <summary>Replaces a publisher by one at a given port; false while the port is taken.</summary>
    public static bool TryBind(ITransport transport, Endpoint endpoint, ulong epoch, ref TestPublisher publisher)
    {
        try
        {
            publisher = new TestPublisher(transport, endpoint, epoch);
            return true;
        }
        catch (EndpointException)
        {
            return false;
        }
    }

    /// <summary>Numbers a block and does not send it: lost on the way.</summary>
    public void Lose() => _last++;

    public void Block()
    {
        _payload.ResetWrittenCount();
        _serializer.Serialize(_block, _payload);
        Send(_topic, IntakeRig.DataHeader(++_last, _epoch, Revision) with { AcquiredNs = TimeProvider.System.NowNs() });
    }

    /// <summary>Answers a replay request as a journal would that has everything.</summary>
    public void Replay(IControlServer control, PeerId peer, ReplayRequest request)
    {
        _payload.ResetWrittenCount();
        _serializer.Serialize(_block, _payload);
        foreach (ReplayRange range in request.Ranges)
        {
            for (ulong sequence = range.From; sequence <= range.To; sequence++)
            {
                IntakeRig.DataHeader(sequence, _epoch).WithPayload(_payload.WrittenSpan).Write(_header);
                control.TrySend(peer, _topic.Utf8, _header, _payload.WrittenSpan).ShouldBe(SendStatus.Sent);
            }
        }

        ArrayBufferWriter<byte> end = new();
        new EndAnswer(request.Id, ReplayResult.Complete, request.Ranges[^1].To).Write(end);
        control.TrySend(peer, end.WrittenSpan).ShouldBe(SendStatus.Sent);
    }

    public void Catalogue()
    {
        _payload.ResetWrittenCount();
        CatalogueCodec.Write(TestStream.Catalogue(1), _payload);
        Send(FrameKind.Catalogue, FrameHeader.ControlStream, FrameFlags.None);
    }

    public void Heartbeat(bool end = false)
    {
        (_heartbeat.Instance, _heartbeat.Epoch, _heartbeat.Link) = (_instance, _epoch, LinkState.Online);
        _heartbeat.SentUtcNs = _heartbeat.LastAcquiredNs = TimeProvider.System.NowNs();
        _heartbeat.Streams.Clear();
        _heartbeat.Streams.Add(new StreamProgress(TestStream.Id, _last, HasJournal ? _last : null));
        _payload.ResetWrittenCount();
        _heartbeat.Write(_payload);
        Send(FrameKind.Heartbeat, FrameHeader.HeartbeatStream, end ? FrameFlags.EndOfStream : FrameFlags.None);
    }

    public void Dispose() => _socket.Dispose();

    private void Send(FrameKind kind, uint stream, FrameFlags flags) => Send(
        Topic.Create(kind, "lab", "rig1"),
        IntakeRig.DataHeader(1, _epoch) with { Kind = kind, Stream = stream, Content = 8, Flags = flags });

    private void Send(Topic topic, FrameHeader header)
    {
        header.WithPayload(_payload.WrittenSpan).Write(_header);
        _socket.TryPublish(topic.Utf8, _header, _payload.WrittenSpan).ShouldBe(SendStatus.Sent);
        _socket.DrainInput();
    }
}
