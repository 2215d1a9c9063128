namespace FuncLibs.Messaging.Transport;

/// <summary>What happened to the connections of one socket. The monitor thread counts, any thread reads.</summary>
public sealed class LinkCounts
{
    private long _connected;
    private long _disconnected;
    private long _retried;
    private long _accepted;
    private long _acceptFailed;
    private long _handshakes;
    private long _handshakeFailed;
    private string? _fault;

    /// <summary>TCP connections made, before their handshake.</summary>
    public long Connected => Volatile.Read(ref _connected);

    /// <summary>Connections that ended, for whatever reason.</summary>
    public long Disconnected => Volatile.Read(ref _disconnected);

    /// <summary>Attempts the library will make, or made, by itself.</summary>
    public long Retried => Volatile.Read(ref _retried);

    /// <summary>Connections accepted, before their handshake.</summary>
    public long Accepted => Volatile.Read(ref _accepted);

    /// <summary>Connections that could not be accepted: too many files.</summary>
    public long AcceptFailed => Volatile.Read(ref _acceptFailed);

    /// <summary>Handshakes done.</summary>
    public long Handshakes => Volatile.Read(ref _handshakes);

    /// <summary>Handshakes that failed: another protocol, a timeout, no authority.</summary>
    public long HandshakeFailed => Volatile.Read(ref _handshakeFailed);

    /// <summary>What went wrong last while these were counted, in one line: a count may be wrong then; null when nothing did.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    internal void SetFault(string reason) => Volatile.Write(ref _fault, reason);

    internal void AddConnected() => Interlocked.Increment(ref _connected);

    internal void AddDisconnected() => Interlocked.Increment(ref _disconnected);

    internal void AddRetried() => Interlocked.Increment(ref _retried);

    internal void AddAccepted() => Interlocked.Increment(ref _accepted);

    internal void AddAcceptFailed() => Interlocked.Increment(ref _acceptFailed);

    internal void AddHandshake() => Interlocked.Increment(ref _handshakes);

    internal void AddHandshakeFailed() => Interlocked.Increment(ref _handshakeFailed);
}
