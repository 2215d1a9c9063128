using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>What a wait set needs of every socket: whether there is input, and what to wait for.</summary>
internal abstract class DirectSocket : IPollable
{
    private int _isClosed;

    protected DirectSocket(DirectTransport transport)
    {
        Transport = transport;
        transport.Opened(this);
    }

    public LinkCounts Links { get; } = new();

    /// <summary>Wakes the thread that waits for the socket.</summary>
    public WakeSignal Wake { get; } = new();

    /// <summary>True once it was closed, or the transport ends.</summary>
    public bool IsClosed => Volatile.Read(ref _isClosed) != 0 || Transport.IsEnding;

    /// <summary>Whether something can be received without the kernel.</summary>
    public abstract bool HasInput { get; }

    /// <summary>Descriptor from which this socket's own thread receives; -1 for none now.</summary>
    public virtual int InputDescriptor => -1;

    protected DirectTransport Transport { get; }

    /// <summary>What a wait found at <see cref="InputDescriptor"/>.</summary>
    public virtual void NoteReadable(bool isReadable)
    {
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isClosed, 1) != 0)
            return;
        Close();
        Transport.Closed(this);
        Wake.Dispose();
    }

    /// <summary>Closes what the socket has; called once, by its thread.</summary>
    protected abstract void Close();
}
