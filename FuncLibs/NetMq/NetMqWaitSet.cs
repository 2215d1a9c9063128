using FuncLibs.Messaging.Transport;
using NetMQ;

namespace FuncLibs.NetMq;

/// <summary>
/// Waits for a fixed set of sockets and for the end of the transport. Used by the thread that owns the sockets.
/// </summary>
internal sealed class NetMqWaitSet : IWaitSet
{
    private readonly NetMqSocket[] _sockets;
    private readonly ShutdownSignal _end;
    private readonly NetMQSelector _selector = new();
    private readonly NetMQSelector.Item[] _items;

    public NetMqWaitSet(NetMqSocket[] sockets, ShutdownSignal end)
    {
        _sockets = sockets;
        _end = end;
        _items =
        [
            .. sockets.Select(socket => new NetMQSelector.Item(socket.Inner, PollEvents.PollIn)),
            new NetMQSelector.Item(end.Socket, PollEvents.PollIn),
        ];
    }

    public WaitStatus Wait(int milliseconds)
    {
        if (IsClosed())
            return WaitStatus.Closed;
        bool ready;
        try
        {
            ready = _selector.Select(_items, _items.Length, milliseconds);
        }
        catch (TerminatingException)
        {
            return WaitStatus.Closed;
        }

        if (_end.IsRaised)
            return WaitStatus.Closed;
        return ready ? WaitStatus.Ready : WaitStatus.TimedOut;
    }

    private bool IsClosed()
    {
        foreach (NetMqSocket socket in _sockets)
        {
            if (socket.IsClosed)
                return true;
        }

        return _end.IsRaised;
    }
}
