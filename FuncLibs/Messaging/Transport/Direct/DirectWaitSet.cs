using System.Diagnostics;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// Waits for a fixed set of sockets: for the wake-up of each, and for the connections from which their thread receives.
/// Used by the thread that owns the sockets.
/// </summary>
internal sealed class DirectWaitSet(DirectSocket[] sockets) : IWaitSet
{
    private const int ItemsPerSocket = 2;

    private readonly PollItem[] _items = new PollItem[ItemsPerSocket * sockets.Length];

    public WaitStatus Wait(int milliseconds)
    {
        long begin = Stopwatch.GetTimestamp();
        int left = milliseconds;
        while (true)
        {
            if (Look() is { } known)
                return known;
            int found = SocketPoll.Wait(_items, left);
            if (found > 0 && Note())
                return IsClosed() ? WaitStatus.Closed : WaitStatus.Ready;

            // A connection was made or lost meanwhile: its descriptor is another one.
            left = milliseconds - (int)Stopwatch.GetElapsedTime(begin).TotalMilliseconds;
            if (found == 0 || left <= 0)
                return Look() ?? WaitStatus.TimedOut;
        }
    }

    // What is known without the kernel, and what to ask it for.
    private WaitStatus? Look()
    {
        WaitStatus? status = null;
        for (int i = 0; i < sockets.Length; i++)
        {
            DirectSocket socket = sockets[i];
            if (socket.IsClosed)
                return WaitStatus.Closed;
            if (socket.HasInput)
                status = WaitStatus.Ready;
            _items[ItemsPerSocket * i] = new PollItem(socket.Wake.Descriptor, PollEvents.Readable);
            _items[(ItemsPerSocket * i) + 1] = new PollItem(socket.InputDescriptor, PollEvents.Readable);
        }

        return status;
    }

    // True when a connection has input, or its end.
    private bool Note()
    {
        bool isReady = false;
        for (int i = 0; i < sockets.Length; i++)
        {
            if (_items[ItemsPerSocket * i].Found != PollEvents.None)
                sockets[i].Wake.Clear();
            bool isReadable = _items[(ItemsPerSocket * i) + 1].Found != PollEvents.None;
            sockets[i].NoteReadable(isReadable);
            isReady |= isReadable;
        }

        return isReady;
    }

    private bool IsClosed()
    {
        foreach (DirectSocket socket in sockets)
        {
            if (socket.IsClosed)
                return true;
        }

        return false;
    }
}
