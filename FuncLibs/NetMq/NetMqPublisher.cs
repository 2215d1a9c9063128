using FuncLibs.Messaging.Transport;
using NetMQ;

namespace FuncLibs.NetMq;

/// <summary>
/// XPUB: a subscriber that is too slow loses messages, the others do not. Its input is read, validated and counted.
/// </summary>
internal sealed class NetMqPublisher(
    NetMqSocket socket, Endpoint bound, int highWaterMark) : IFramePublisher, INetMqPollable
{
    private readonly TopicFrames _topics = new();
    private Msg _input;

    public Endpoint Endpoint { get; } = bound;

    public PublisherCounts Counts { get; } = new();

    public int HighWaterMark { get; } = highWaterMark;

    public bool AllowsHandOver => false;

    public LinkCounts Links => socket.Links;

    NetMqSocket INetMqPollable.Socket => socket;

    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        Msg first = default;
        _topics.Init(ref first, topic);
        SendStatus status = socket.Send(ref first, more: true);
        if (status == SendStatus.Sent)
            status = socket.Send(header, more: true);
        if (status == SendStatus.Sent)
            status = socket.Send(payload, more: false);
        if (status == SendStatus.Sent)
            Counts.AddMessage(topic.Length + header.Length + payload.Length);
        else
            Counts.AddRefused();
        return status;
    }

    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> payload)
    {
        Msg first = default;
        _topics.Init(ref first, topic);
        SendStatus status = socket.Send(ref first, more: true);
        if (status == SendStatus.Sent)
            status = socket.Send(payload, more: false);
        if (status == SendStatus.Sent)
            Counts.AddMessage(topic.Length + payload.Length);
        else
            Counts.AddRefused();
        return status;
    }

    public int DrainInput(int max)
    {
        _input.InitEmpty();
        int read = 0;
        bool continued = false;
        while (read < max && socket.Receive(ref _input) == ReceiveStatus.Frame)
        {
            Counts.AddInput(_input.Slice(), continued || _input.HasMore);
            continued = _input.HasMore;
            read++;
        }

        _input.Close();
        return read;
    }

    public void Dispose() => socket.Dispose();
}
