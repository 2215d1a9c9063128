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
        EndpointFailure.CheckBind(endpoint, mayBeReached);
        AllowIPv6(socket, endpoint);
        if (ZeroMqNative.Bind(socket.Handle, endpoint.ToString()) != 0)
            throw Failed("bound", endpoint, ZeroMqError.Last);
        return Endpoint.Parse(socket.LastEndpoint());
    }

    public static void Connect(ZeroMqSocket socket, Endpoint endpoint)
    {
        EndpointFailure.CheckConnect(endpoint);
        AllowIPv6(socket, endpoint);
        if (ZeroMqNative.Connect(socket.Handle, endpoint.ToString()) != 0)
            throw Failed("connected", endpoint, ZeroMqError.Last);
    }

    private static void AllowIPv6(ZeroMqSocket socket, Endpoint endpoint)
    {
        if (endpoint.Host.Contains(':', StringComparison.Ordinal))
            socket.Set(SocketOption.IPv6, 1);
    }

    private static EndpointException Failed(string what, Endpoint endpoint, int error)
    {
        if (error == ZeroMqError.AddressInUse)
            return EndpointFailure.InUse(what, endpoint);
        if (error == ZeroMqError.AddressNotAvailable)
            return EndpointFailure.NoSuchAddress(what, endpoint);
        if (error == ZeroMqError.AccessDenied)
            return EndpointFailure.Denied(what, endpoint);
        return error is ZeroMqError.NoEntry or ZeroMqError.NotDirectory
            ? EndpointFailure.NoFolder(what, endpoint)
            : EndpointFailure.Of(what, endpoint, ZeroMqError.TextOf(error));
    }
}
