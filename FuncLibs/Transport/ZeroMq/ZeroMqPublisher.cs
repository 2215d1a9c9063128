using System.Buffers;
using FuncLibs.Transport.Links;
using FuncLibs.Transport.ZeroMq.Native;
using FuncLibs.Wire;

namespace FuncLibs.Transport.ZeroMq;

/// <summary>XPUB without NODROP: one stopped subscriber must not stall the others. Its input is read, validated and counted.</summary>
internal sealed unsafe class ZeroMqPublisher : IFramePublisher
{
    private static readonly SearchValues<byte> TopicBytes = SearchValues.Create("DHCLESabcdefghijklmnopqrstuvwxyz0123456789_-/"u8);

    private const byte DataTopic = (byte)'D';

    private readonly ZeroMqSocket _socket;
    private readonly SocketMonitor _monitor;

    public ZeroMqPublisher(ZeroMqSocket socket, SocketMonitor monitor, Endpoint bound, int highWaterMark)
    {
        _socket = socket;
        _monitor = monitor;
        HighWaterMark = highWaterMark;
        Endpoint = bound;
    }

    public Endpoint Endpoint { get; }

    public PublisherCounts Counts { get; } = new();

    public int HighWaterMark { get; }

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

    public int DrainInput(int max)
    {
        ZeroMqMessage message = default;
        ZeroMqNative.MsgInit(&message);
        int read = 0;
        bool continued = false;
        while (read < max && _socket.Receive(&message) == ReceiveStatus.Frame)
        {
            bool more = ZeroMqNative.MsgMore(&message) != 0;
            Count(MessageReader.Bytes(&message), continued || more);
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

    // A subscription is one frame: 1 or 0, then the prefix of a topic. Anything else comes from a peer that is no SUB socket of ours.
    private void Count(ReadOnlySpan<byte> frame, bool several)
    {
        bool sized = !several && frame.Length is > 0 and <= 1 + Topic.MaxBytes;
        bool valid = sized && frame[0] <= 1 && !frame[1..].ContainsAnyExcept(TopicBytes);
        bool toData = frame.Length == 1 || (sized && frame[1] == DataTopic);
        if (!valid)
            Counts.AddGarbage();
        else if (frame[0] == 1)
            Counts.AddSubscription(toData);
        else
            Counts.AddUnsubscription(toData);
    }
}
