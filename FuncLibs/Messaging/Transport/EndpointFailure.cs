using System.Net.Sockets;

namespace FuncLibs.Messaging.Transport;

/// <summary>Why an endpoint cannot be used, as exceptions of one line that say what to do.</summary>
internal static class EndpointFailure
{
    /// <summary>Another socket has the address.</summary>
    public static EndpointException InUse(string what, Endpoint endpoint) => Of(
        what,
        endpoint,
        "another program uses it; stop that program or choose another port or path (port 0 takes any free one)");

    /// <summary>The address is not of this machine.</summary>
    public static EndpointException NoSuchAddress(string what, Endpoint endpoint) =>
        Of(what, endpoint, "this machine has no such address");

    /// <summary>The process may not use the address.</summary>
    public static EndpointException Denied(string what, Endpoint endpoint) =>
        Of(what, endpoint, "access is denied; choose a port above 1023, or a path that you may write to");

    /// <summary>The folder of an ipc path is missing.</summary>
    public static EndpointException NoFolder(string what, Endpoint endpoint) =>
        Of(what, endpoint, "its folder does not exist; create it first");

    /// <summary>Another reason.</summary>
    /// <param name="what">Bound or connected.</param>
    /// <param name="endpoint">The endpoint.</param>
    /// <param name="reason">The reason, without a full stop.</param>
    public static EndpointException Of(string what, Endpoint endpoint, string reason) =>
        new($"Endpoint '{endpoint}' cannot be {what}: {reason}.");

    /// <exception cref="EndpointException">It may not be bound, or a program or a file has its path.</exception>
    /// <param name="endpoint">The endpoint.</param>
    /// <param name="mayBeReached">Whether other machines may reach it.</param>
    public static void CheckBind(Endpoint endpoint, bool mayBeReached)
    {
        if (!mayBeReached && endpoint.BindFault is { } fault)
            throw new EndpointException(fault + ".");
        if (endpoint.Path is { } path)
            CheckPath(endpoint, path);
    }

    /// <exception cref="EndpointException">It cannot be connected to.</exception>
    public static void CheckConnect(Endpoint endpoint)
    {
        if (endpoint.ConnectFault is { } fault)
            throw new EndpointException(fault + ".");
    }

    // A bind replaces any file at the path, and with it the endpoint of a running publisher.
    private static void CheckPath(Endpoint endpoint, string path)
    {
        var file = new FileInfo(path);
        if (!file.Exists)
            return;
        if (file.Length > 0)
            throw Of("bound", endpoint, "a file that is not a socket is there; choose another");
        using var probe = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            probe.Connect(new UnixDomainSocketEndPoint(path));
        }
        catch (SocketException)
        {
            return;
        }

        throw InUse("bound", endpoint);
    }
}
