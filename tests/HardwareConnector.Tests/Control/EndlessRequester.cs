using System.Buffers;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;

namespace HardwareConnector.Tests.Control;

/// <summary>
/// A transport whose control socket always has another request: one replay first, then the time without end.
/// </summary>
internal sealed class EndlessRequester : ITransport, IControlServer, IWaitSet
{
    private readonly PeerId _peer = new([1, 2, 3]);
    private readonly byte[] _replay;
    private readonly byte[] _time;
    private bool _requested;
    private int _frames;

    public EndlessRequester(ulong epoch)
    {
        ReplayRequest request = new() { Id = 1, Credit = ReplayRequest.MaxCredit };
        request.Ranges.Add(new ReplayRange(1, epoch, 1, 20));
        _replay = Bytes(request.Write);
        _time = Bytes(new TimeExchange(2, 1).WriteRequest);
    }

    /// <summary>Data messages sent.</summary>
    public int Frames => Volatile.Read(ref _frames);

    public Endpoint Endpoint { get; } = Endpoint.Parse("tcp://127.0.0.1:1");

    public long Malformed => 0;

    public TransportLibrary Library { get; } = new("none", "0");

    public LinkCounts Links { get; } = new();

    public IControlServer Serve(Endpoint endpoint) => this;

    public IWaitSet WaitFor(params IReadOnlyList<IPollable> sockets) => this;

    public WaitStatus Wait(int milliseconds) => WaitStatus.Ready;

    public ReceiveStatus TryReceive(FrameBuffer buffer, out PeerId? peer)
    {
        peer = _peer;
        buffer.TrySetEnvelope([], []);
        buffer.TrySetPayload(_requested ? _time : _replay);
        _requested = true;
        return ReceiveStatus.Control;
    }

    public SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> map) => SendStatus.Sent;

    public SendStatus TrySend(
        PeerId peer, ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        Interlocked.Increment(ref _frames);
        return SendStatus.Sent;
    }

    public IFramePublisher Publish(Endpoint endpoint, int? frameBytes = null) => throw new NotSupportedException();

    public IFrameSubscriber Subscribe(Endpoint endpoint, CurveKey? serverKey = null) =>
        throw new NotSupportedException();

    public IControlClient Connect(Endpoint endpoint, CurveKey? serverKey = null) => throw new NotSupportedException();

    public void Shutdown()
    {
    }

    public void Dispose()
    {
    }

    private static byte[] Bytes(Action<IBufferWriter<byte>> write)
    {
        ArrayBufferWriter<byte> output = new();
        write(output);
        return output.WrittenSpan.ToArray();
    }
}
