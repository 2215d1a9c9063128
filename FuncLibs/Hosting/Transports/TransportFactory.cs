using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.NetMq;

namespace FuncLibs.Hosting.Transports;

/// <summary>Makes the transport that the configuration asks for, and knows where it may bind and connect.</summary>
public static class TransportFactory
{
    /// <summary>Makes it.</summary>
    /// <exception cref="TransportException">libzmq was asked for and cannot be used.</exception>
    public static ITransport Create(TransportOptions options, SocketLimits limits, TimeProvider time) => Resolve(options.Library) switch
    {
        TransportChoice.Netmq => new NetMqTransport(limits, time),
        _ => new ZeroMqTransport(limits, time),
    };

    /// <summary>Why NetMQ runs where nobody asked for it, in one line that says what to do; null when it does not.</summary>
    public static string? FallbackReason(TransportOptions options) =>
        options.Library == TransportChoice.Auto ? ZeroMqTransport.LibraryFault() : null;

    /// <summary>Why a socket of the transport must not bind to an endpoint, as one line; null when it may.</summary>
    public static string? BindFault(TransportOptions options, string text)
    {
        if (!Endpoint.TryParse(text, out Endpoint? endpoint, out string? fault))
            return fault;
        return Resolve(options.Library) == TransportChoice.Netmq ? NetMqTransport.BindFault(endpoint) : endpoint.BindFault;
    }

    /// <summary>Why a socket of the transport must not connect to an endpoint, as one line; null when it may.</summary>
    public static string? ConnectFault(TransportOptions options, string text)
    {
        if (!Endpoint.TryParse(text, out Endpoint? endpoint, out string? fault))
            return fault;
        return Resolve(options.Library) == TransportChoice.Netmq ? NetMqTransport.ConnectFault(endpoint) : endpoint.ConnectFault;
    }

    private static TransportChoice Resolve(TransportChoice choice)
    {
        if (choice != TransportChoice.Auto)
            return choice;
        return ZeroMqTransport.LibraryFault() is null ? TransportChoice.Libzmq : TransportChoice.Netmq;
    }
}
