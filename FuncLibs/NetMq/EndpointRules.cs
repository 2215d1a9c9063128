using FuncLibs.Messaging.Transport;

namespace FuncLibs.NetMq;

/// <summary>
/// The endpoints that NetMQ may bind and connect to: tcp on loopback only. NetMQ 4.0.4.5 sends plain text to peers that
/// greet with ZMTP 1.0 or 2.0, with or without keys, and four byte sequences of a peer abort its process, on either
/// side of a connection.
/// </summary>
internal static class EndpointRules
{
    private const string Instead =
        "install libzmq (Debian, Ubuntu: 'sudo apt-get install libzmq5', elsewhere https://zeromq.org/download) "
            + "and run with Transport:Library libzmq";

    /// <summary>Why NetMQ must not bind to it, in one line with the remedy; null when it may.</summary>
    public static string? BindFault(Endpoint endpoint) => FindFault(endpoint, "binds");

    /// <summary>Why NetMQ must not connect to it, in one line with the remedy; null when it may.</summary>
    public static string? ConnectFault(Endpoint endpoint) => endpoint.ConnectFault ?? FindFault(endpoint, "connects");

    /// <exception cref="EndpointException">There is a fault.</exception>
    public static void Check(string? fault)
    {
        if (fault is not null)
            throw new EndpointException(fault + ".");
    }

    private static string? FindFault(Endpoint endpoint, string what)
    {
        if (endpoint.Path is not null)
            return $"'{endpoint}' is of a kind that NetMQ does not share with other libraries: use "
                + $"tcp://127.0.0.1:PORT, or {Instead}";
        return endpoint.IsLoopback
            ? null
            : $"'{endpoint}' is not on this machine, and NetMQ {what} on loopback only, because a peer's bytes can "
                + $"end its process and its CURVE "
                + $"hands plain text to old peers: use tcp://127.0.0.1:PORT, or {Instead}";
    }
}
