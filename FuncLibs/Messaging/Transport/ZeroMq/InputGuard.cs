using FuncLibs.Messaging.Keys;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// Cuts a connection of a bound socket whose peer sends more than a consumer ever does, and those beyond the number
/// that the socket takes. It reads the kernel's count of each connection, so it also sees what the socket's thread
/// never gets: pings, subscriptions given twice, and a message whose frames do not end. Owned by the thread of
/// <see cref="SocketMonitor"/>.
/// </summary>
/// <remarks>
/// It stands in for the high-water mark of what a socket receives. With such a mark libzmq 4.3 stops to read a peer,
/// and a PING that it has read before aborts the process when the peer resets the connection; see
/// docs/decisions/0029-peers-cannot-end-a-process.md.
/// </remarks>
internal sealed class InputGuard(InputBudget budget, int maxConnections, AccessCounts counts, TimeProvider time)
{
    /// <summary>ms between two checks: what a peer sends meanwhile is the memory that it takes.</summary>
    public const int PeriodMs = 50;

    private readonly Dictionary<int, Connection> _byDescriptor = [];
    private readonly List<int> _ended = [];
    private long _checkedAt;
    private bool _isFull;

    /// <summary>True where connections can be watched and cut; elsewhere a high-water mark limits them.</summary>
    public static bool IsPossible => TcpTraffic.IsCounted;

    /// <summary>Watches a connection that was accepted.</summary>
    public void Accepted(int descriptor)
    {
        if (SocketCookie.Read(descriptor) is not (var cookie and not 0))
            return;
        if (_byDescriptor.Count >= maxConnections && !_byDescriptor.ContainsKey(descriptor))
        {
            if (SocketCookie.Shutdown(descriptor, cookie))
                counts.AddBeyondLimit();
            return;
        }

        _byDescriptor[descriptor] = new Connection(cookie, time.GetTimestamp());
        NoteFull();
    }

    /// <summary>Forgets a connection that ended.</summary>
    public void Ended(int descriptor)
    {
        _byDescriptor.Remove(descriptor);
        NoteFull();
    }

    /// <summary>When it is time: looks at each connection, and cuts those above the budget.</summary>
    public void CheckDue()
    {
        if (_byDescriptor.Count == 0 || time.GetElapsedTime(_checkedAt).TotalMilliseconds < PeriodMs)
            return;
        _checkedAt = time.GetTimestamp();
        foreach ((int descriptor, Connection connection) in _byDescriptor)
        {
            if (IsWithin(descriptor, connection))
                continue;
            _ended.Add(descriptor);
            if (SocketCookie.Shutdown(descriptor, connection.Cookie))
                counts.AddFlood();
        }

        foreach (int descriptor in _ended)
            _byDescriptor.Remove(descriptor);
        _ended.Clear();
        NoteFull();
    }

    private void NoteFull()
    {
        bool isFull = _byDescriptor.Count >= maxConnections;
        if (isFull != _isFull)
            counts.AddFullSockets(isFull ? 1 : -1);
        _isFull = isFull;
    }

    private bool IsWithin(int descriptor, Connection connection)
    {
        double seconds = time.GetElapsedTime(connection.Since).TotalSeconds;
        return TcpTraffic.BytesReceived(descriptor) is { } received
            && received <= budget.BurstBytes + (seconds * budget.BytesPerSecond);
    }

    private readonly record struct Connection(ulong Cookie, long Since);
}
