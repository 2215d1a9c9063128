using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>Binds a socket and listens. A failure becomes one line that reports what to do.</summary>
internal static class ListenSocket
{
    private const string Bound = "bound";

    /// <summary>Binds and listens.</summary>
    /// <param name="endpoint">Where.</param>
    /// <param name="limits">Backlog and buffers.</param>
    /// <param name="mayBeReached">Whether other machines may reach it.</param>
    /// <returns>The socket, and the endpoint with its real port.</returns>
    /// <exception cref="EndpointException">It cannot be bound.</exception>
    public static (Socket Socket, Endpoint Bound) Create(Endpoint endpoint, SocketLimits limits, bool mayBeReached)
    {
        EndpointFailure.CheckBind(endpoint, mayBeReached);
        EndPoint address = AddressOf(endpoint);
        Socket? socket = null;
        try
        {
            socket = StreamSocket.Create(address);
            if (endpoint.Path is { } path)
                File.Delete(path);

            // Connections inherit them: their window is agreed upon when they are made.
            socket.SendBufferSize = limits.KernelBufferBytes;
            socket.ReceiveBufferSize = limits.KernelBufferBytes;
            socket.Bind(address);
            socket.Listen(limits.Backlog);
            return (socket, WithPort(endpoint, socket));
        }
        catch (Exception error) when (error is SocketException or IOException or UnauthorizedAccessException)
        {
            socket?.Dispose();
            throw Failed(endpoint, error);
        }
    }

    private static EndPoint AddressOf(Endpoint endpoint)
    {
        if (endpoint.Path is { } path)
            return new UnixDomainSocketEndPoint(path);
        if (EndpointAddress.TryRead(endpoint, out IPAddress? address))
            return new IPEndPoint(address, endpoint.Port);
        try
        {
            return new IPEndPoint(Dns.GetHostAddresses(endpoint.Host)[0], endpoint.Port);
        }
        catch (SocketException error)
        {
            throw EndpointFailure.Of(Bound, endpoint, error.Message);
        }
    }

    private static Endpoint WithPort(Endpoint endpoint, Socket socket)
    {
        if (socket.LocalEndPoint is not IPEndPoint local)
            return endpoint;
        string host = local.Address.ToString();
        if (local.AddressFamily == AddressFamily.InterNetworkV6)
            host = $"[{host}]";
        return Endpoint.Parse(string.Create(CultureInfo.InvariantCulture, $"tcp://{host}:{local.Port}"));
    }

    private static EndpointException Failed(Endpoint endpoint, Exception error) => error switch
    {
        SocketException { SocketErrorCode: SocketError.AddressAlreadyInUse } => EndpointFailure.InUse(Bound, endpoint),
        SocketException { SocketErrorCode: SocketError.AddressNotAvailable } =>
            EndpointFailure.NoSuchAddress(Bound, endpoint),
        SocketException { SocketErrorCode: SocketError.AccessDenied } or UnauthorizedAccessException =>
            EndpointFailure.Denied(Bound, endpoint),
        DirectoryNotFoundException => EndpointFailure.NoFolder(Bound, endpoint),
        _ when endpoint.Path is { } path && !Directory.Exists(Path.GetDirectoryName(path)) =>
            EndpointFailure.NoFolder(Bound, endpoint),
        _ => EndpointFailure.Of(Bound, endpoint, error.Message),
    };
}
