using FuncLibs.Transport;
using FuncLibs.Transport.Buffers;
using FuncLibs.Transport.Links;
using FuncLibs.Wire;
using NetMQ.Sockets;

namespace FuncLibs.NetMq;

/// <summary>What a connecting socket is, whatever it asks for: it receives frames, counts faults, and keeps its link alive.</summary>
internal abstract class NetMqClient(NetMqSocket socket, LinkKeeper link) : IDisposable, INetMqPollable
{
    private readonly MessageReader _reader = new(socket);

    public FrameFaultCounts Faults { get; } = new();

    public LinkCounts Links => socket.Links;

    public long Reconnects => link.Reconnects;

    public NetMqSocket Socket => socket;

    protected LinkKeeper Link => link;

    public bool Maintain() => link.Maintain();

    public void Dispose() => socket.Dispose();

    /// <summary>Takes one message. A control message is malformed where none is taken.</summary>
    protected ReceiveStatus Receive(FrameBuffer buffer, bool takesControl)
    {
        ReceiveStatus status = _reader.Read(buffer, out FrameFault fault);
        if (status == ReceiveStatus.Control && !takesControl)
            (status, fault) = (ReceiveStatus.Malformed, FrameFault.Length);
        if (status is ReceiveStatus.Frame or ReceiveStatus.Control)
            link.Heard();
        else if (status == ReceiveStatus.Malformed)
            Faults.Add(fault);
        return status;
    }
}

/// <summary>SUB.</summary>
internal sealed class NetMqSubscriber(SubscriberSocket subscriber, NetMqSocket socket, LinkKeeper link)
    : NetMqClient(socket, link), IFrameSubscriber
{
    public long ProtocolEnds => Link.ProtocolEnds;

    public void Subscribe(ReadOnlySpan<byte> prefix) => subscriber.Subscribe(prefix.ToArray());

    public void Unsubscribe(ReadOnlySpan<byte> prefix) => subscriber.Unsubscribe(prefix.ToArray());

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: false);
}

/// <summary>DEALER.</summary>
internal sealed class NetMqControlClient(NetMqSocket socket, LinkKeeper link) : NetMqClient(socket, link), IControlClient
{
    public SendStatus TrySend(ReadOnlySpan<byte> map)
    {
        Link.Asked();
        return Socket.Send(map, more: false);
    }

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: true);
}
