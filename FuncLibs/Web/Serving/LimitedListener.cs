using System.Diagnostics.CodeAnalysis;
using System.Net;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace FuncLibs.Web.Serving;

/// <summary>Connections of the web server: how many there are, and how many were ended beyond its limit.</summary>
/// <param name="limit">Connections at a time.</param>
internal sealed class ConnectionCount(int limit)
{
    private int _open;
    private long _beyondLimit;

    /// <summary>Connections at a time.</summary>
    public int Limit => limit;

    /// <summary>True while no more is taken.</summary>
    public bool IsFull => Volatile.Read(ref _open) >= limit;

    /// <summary>Connections that were ended because there were as many as the server takes.</summary>
    public long BeyondLimit => Volatile.Read(ref _beyondLimit);

    /// <summary>Takes a connection, or counts that it was not taken. Only the loop that accepts calls it.</summary>
    public bool TryAdd()
    {
        if (IsFull)
        {
            Interlocked.Increment(ref _beyondLimit);
            return false;
        }

        Interlocked.Increment(ref _open);
        return true;
    }

    /// <summary>A connection that was taken ended.</summary>
    public void Remove() => Interlocked.Decrement(ref _open);
}

/// <summary>
/// The sockets of Kestrel with a limit that holds when a connection is accepted. Kestrel's own limit
/// (MaxConcurrentConnections) ends a connection later, on a thread of the pool: a crowd has taken every file by then.
/// </summary>
/// <param name="options">Options of the sockets.</param>
/// <param name="loggers">Loggers of the sockets.</param>
/// <param name="count">The limit.</param>
internal sealed class LimitedListenerFactory(
    IOptions<SocketTransportOptions> options, ILoggerFactory loggers, ConnectionCount count)
    : IConnectionListenerFactory, IConnectionListenerFactorySelector
{
    private readonly SocketTransportFactory _sockets = new(options, loggers);

    /// <inheritdoc/>
    public bool CanBind(EndPoint endpoint) => _sockets.CanBind(endpoint);

    /// <inheritdoc/>
    [SuppressMessage("Reliability", "CA2000", Justification = "Kestrel disposes the listener.")]
    public async ValueTask<IConnectionListener> BindAsync(
        EndPoint endpoint, CancellationToken cancellationToken = default) =>
        new LimitedListener(await _sockets.BindAsync(endpoint, cancellationToken), count);
}

/// <summary>A listener that ends connections beyond the limit at once.</summary>
/// <param name="inner">The listener of the sockets.</param>
/// <param name="count">The limit.</param>
internal sealed class LimitedListener(IConnectionListener inner, ConnectionCount count) : IConnectionListener
{
    /// <inheritdoc/>
    public EndPoint EndPoint => inner.EndPoint;

    /// <inheritdoc/>
    public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default)
    {
        while (await inner.AcceptAsync(cancellationToken) is { } connection)
        {
            if (count.TryAdd())
            {
                connection.ConnectionClosed.UnsafeRegister(static taken => ((ConnectionCount)taken!).Remove(), count);
                return connection;
            }

            connection.Abort();
            await connection.DisposeAsync();
        }

        return null;
    }

    /// <inheritdoc/>
    public ValueTask UnbindAsync(CancellationToken cancellationToken = default) =>
        inner.UnbindAsync(cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => inner.DisposeAsync();
}
