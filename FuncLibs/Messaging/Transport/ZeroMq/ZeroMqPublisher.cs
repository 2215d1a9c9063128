namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// XPUB without NODROP: one stopped subscriber must not stall the others. Its input is read, validated and counted.
/// </summary>
internal sealed unsafe class ZeroMqPublisher : IFramePublisher
{
    private readonly ZeroMqSocket _socket;
    private readonly SocketMonitor _monitor;

    private readonly PeerConnections? _peers;

    public ZeroMqPublisher(
        ZeroMqSocket socket, SocketMonitor monitor, Endpoint bound, int highWaterMark, PeerConnections? peers = null)
    {
        _peers = peers;
        _socket = socket;
        _monitor = monitor;
        HighWaterMark = highWaterMark;
        Endpoint = bound;
    }

    public Endpoint Endpoint { get; }

    public PublisherCounts Counts { get; } = new();

    public int HighWaterMark { get; }

    public bool AllowsHandOver => false;

    public LinkCounts Links => _monitor.Counts;

    internal ZeroMqSocket Socket => _socket;

    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        SendStatus status = _socket.Send(topic, header, payload);
        if (status == SendStatus.Sent)
            Counts.AddMessage(topic.Length + header.Length + payload.Length);
        else
            Counts.AddRefused();
        return status;
    }

    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> payload)
    {
        SendStatus status = _socket.Send(topic, more: true);
        if (status == SendStatus.Sent)
            status = _socket.Send(payload, more: false);
        if (status == SendStatus.Sent)
            Counts.AddMessage(topic.Length + payload.Length);
        else
            Counts.AddRefused();
        return status;
    }

    public int DrainInput(int max)
    {
        _peers?.CutRevoked();
        ZeroMqMessage message = default;
        ZeroMqNative.MsgInit(&message);
        int read = 0;
        bool continued = false;
        while (read < max && _socket.Receive(&message) == ReceiveStatus.Frame)
        {
            _peers?.Note(&message);
            bool more = ZeroMqNative.MsgMore(&message) != 0;
            Counts.AddInput(ZeroMqMessageReader.Bytes(&message), continued || more);
            continued = more;
            read++;
        }

        ZeroMqNative.MsgClose(&message);
        return read;
    }

    public void Dispose()
    {
        _monitor.Dispose();
        _socket.Dispose();
    }
}
