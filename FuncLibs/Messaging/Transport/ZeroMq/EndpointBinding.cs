using System.Net.Sockets;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>Binds and connects sockets. A failure becomes one line that reports what to do.</summary>
internal static class EndpointBinding
{
    /// <returns>The endpoint with its real port.</returns>
    /// <param name="socket">The socket.</param>
    /// <param name="endpoint">Where.</param>
    /// <param name="mayBeReached">Whether other machines may reach it: it demands keys, or that was allowed.</param>
    public static Endpoint Bind(ZeroMqSocket socket, Endpoint endpoint, bool mayBeReached)
    {
        if (!mayBeReached && endpoint.BindFault is { } fault)
            throw new EndpointException(fault + ".");
        if (endpoint.Path is { } path)
            ThrowIfTaken(endpoint, path);
        AllowIPv6(socket, endpoint);
        if (ZeroMqNative.Bind(socket.Handle, endpoint.ToString()) != 0)
            throw Failed("bound", endpoint, ZeroMqError.Last);
        return Endpoint.Parse(socket.LastEndpoint());
    }

    public static void Connect(ZeroMqSocket socket, Endpoint endpoint)
    {
        if (endpoint.ConnectFault is { } fault)
            throw new EndpointException(fault + ".");
        AllowIPv6(socket, endpoint);
        if (ZeroMqNative.Connect(socket.Handle, endpoint.ToString()) != 0)
            throw Failed("connected", endpoint, ZeroMqError.Last);
    }

    private static void AllowIPv6(ZeroMqSocket socket, Endpoint endpoint)
    {
        if (endpoint.Host.Contains(':', StringComparison.Ordinal))
            socket.Set(SocketOption.IPv6, 1);
    }

    // libzmq removes any file at the path, and with it would replace the endpoint of a running publisher.
    private static void ThrowIfTaken(Endpoint endpoint, string path)
    {
        var file = new FileInfo(path);
        if (!file.Exists)
            return;
        if (file.Length > 0)
            throw new EndpointException(
                $"Endpoint '{endpoint}' cannot be bound: a file that is not a socket is there; choose another.");
        using var probe =
            new Socket(AddressFamily.Unix, System.Net.Sockets.SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            probe.Connect(new UnixDomainSocketEndPoint(path));
        }
        catch (SocketException)
        {
            return;
        }

        throw Failed("bound", endpoint, ZeroMqError.AddressInUse);
    }

    private static EndpointException Failed(string what, Endpoint endpoint, int error)
    {
        string reason;
        if (error == ZeroMqError.AddressInUse)
            reason =
                "another program uses it; stop that program or choose another port or path (port 0 takes any free one)";
        else if (error == ZeroMqError.AddressNotAvailable)
            reason = "this machine has no such address";
        else if (error == ZeroMqError.AccessDenied)
            reason = "access is denied; choose a port above 1023, or a path that you may write to";
        else if (error is ZeroMqError.NoEntry or ZeroMqError.NotDirectory)
            reason = "its folder does not exist; create it first";
        else
            reason = ZeroMqError.TextOf(error);
        return new EndpointException($"Endpoint '{endpoint}' cannot be {what}: {reason}.");
    }
}
