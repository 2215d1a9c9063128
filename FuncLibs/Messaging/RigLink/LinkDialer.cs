using System.Net;
using System.Net.Sockets;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// Opens the TCP connection of a controller link, without the asynchronous calls of a socket: those register it with
/// the runtime for as long as it lives, and each block that comes then wakes the runtime's socket thread and threads of
/// its pool, which find nothing to do. With small blocks that took three quarters of the connector's processor time.
/// </summary>
internal static class LinkDialer
{
    private const int ReceiveBufferBytes = 1 << 20;
    private const int StepMicroseconds = 50_000;

    /// <summary>Connects within the time of a hello. Does not throw when nobody listens there.</summary>
    /// <param name="endpoint">An address, or the name of a host, whose addresses are tried one after the other.</param>
    /// <param name="time">The clock.</param>
    /// <param name="socket">The connected socket, non-blocking; null unless the outcome is Ok.</param>
    /// <param name="stop">Ends the attempt early.</param>
    public static LinkOutcome Connect(EndPoint endpoint, TimeProvider time, out Socket? socket, CancellationToken stop)
    {
        socket = null;
        using var limit = new CancellationTokenSource(LinkProtocol.HelloLimit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, stop);
        SocketError error = SocketError.HostNotFound;
        try
        {
            foreach (IPEndPoint address in AddressesOf(endpoint, either.Token))
            {
                error = Connect(address, out socket, either.Token);
                if (error == SocketError.Success)
                    return LinkOutcome.Ok;
            }
        }
        catch (SocketException unknown)
        {
            error = unknown.SocketErrorCode;
        }
        catch (OperationCanceledException)
        {
            return new LinkOutcome(LinkStatus.Failed, $"{endpoint}: no connection in time");
        }

        return new LinkOutcome(LinkStatus.Failed, $"{endpoint}: {new SocketException((int)error).Message}");
    }

    private static IPEndPoint[] AddressesOf(EndPoint endpoint, CancellationToken stop)
    {
        if (endpoint is not DnsEndPoint name)
            return [(IPEndPoint)endpoint];
        IPAddress[] addresses =
            Dns.GetHostAddressesAsync(name.Host, name.AddressFamily, stop).GetAwaiter().GetResult();
        return [.. addresses.Select(address => new IPEndPoint(address, name.Port))];
    }

    private static SocketError Connect(IPEndPoint address, out Socket? socket, CancellationToken stop)
    {
        socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        SocketError error = SocketError.OperationAborted;
        try
        {
            (socket.NoDelay, socket.ReceiveBufferSize, socket.Blocking) = (true, ReceiveBufferBytes, false);

            // For addresses of IPv4 in the form of IPv6.
            if (address.AddressFamily == AddressFamily.InterNetworkV6)
                socket.DualMode = true;
            error = Begin(socket, address);
            if (error is SocketError.WouldBlock or SocketError.InProgress or SocketError.IOPending)
                error = Finish(socket, stop);
            return error;
        }
        finally
        {
            if (error != SocketError.Success)
            {
                socket.Dispose();
                socket = null;
            }
        }
    }

    private static SocketError Begin(Socket socket, IPEndPoint address)
    {
        try
        {
            socket.Connect(address);
            return SocketError.Success;
        }
        catch (SocketException begun)
        {
            return begun.SocketErrorCode;
        }
    }

    // Windows reports a refused connection as an error only, other systems as writable, too.
    private static SocketError Finish(Socket socket, CancellationToken stop)
    {
        while (!socket.Poll(StepMicroseconds, SelectMode.SelectWrite) && !socket.Poll(0, SelectMode.SelectError))
            stop.ThrowIfCancellationRequested();
        return (SocketError)(int)socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error)!;
    }
}
