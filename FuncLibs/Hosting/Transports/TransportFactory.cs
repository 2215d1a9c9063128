using System.ComponentModel;
using System.Diagnostics.Metrics;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.NetMq;

namespace FuncLibs.Hosting.Transports;

/// <summary>Creates the configured transport, and checks its endpoints.</summary>
public static class TransportFactory
{
    /// <summary>Creates the transport.</summary>
    /// <exception cref="TransportException">libzmq is configured and cannot be used, or there are keys without
    /// it.</exception>
    public static ITransport Create(
        TransportOptions options, SocketLimits limits, TimeProvider time, TransportKeys? keys = null) =>
        Resolve(options.Library) switch
        {
            TransportChoice.Netmq when keys?.Own is not null => throw new TransportException("NetMQ has no keys."),
            TransportChoice.Netmq => new NetMqTransport(limits, time),
            _ => new ZeroMqTransport(limits, time, keys: keys),
        };

    /// <summary>Why NetMQ is used without being configured, in one line with the remedy; null when it is not.</summary>
    public static string? FallbackReason(TransportOptions options) =>
        options.Library == TransportChoice.Auto ? ZeroMqTransport.LibraryFault() : null;

    /// <summary>Why a socket of the transport must not bind to an endpoint, as one line; null when it may.</summary>
    /// <param name="options">The transport.</param>
    /// <param name="text">The endpoint.</param>
    /// <param name="mayBeReached">Whether other machines may reach it: it demands keys, or that was allowed.</param>
    public static string? BindFault(TransportOptions options, string text, bool mayBeReached)
    {
        if (!Endpoint.TryParse(text, out Endpoint? endpoint, out string? fault))
            return fault;
        if (Resolve(options.Library) == TransportChoice.Netmq)
            return NetMqTransport.BindFault(endpoint);
        return mayBeReached ? null : endpoint.BindFault;
    }

    /// <summary>Why a socket of the transport must not connect to an endpoint, as one line; null when it may.</summary>
    public static string? ConnectFault(TransportOptions options, string text)
    {
        if (!Endpoint.TryParse(text, out Endpoint? endpoint, out string? fault))
            return fault;
        return Resolve(options.Library) == TransportChoice.Netmq
            ? NetMqTransport.ConnectFault(endpoint)
            : endpoint.ConnectFault;
    }

    private static TransportChoice Resolve(TransportChoice choice)
    {
        if (choice != TransportChoice.Auto)
            return choice;
        return ZeroMqTransport.LibraryFault() is null ? TransportChoice.Libzmq : TransportChoice.Netmq;
    }
}

/// <summary>Which implementation of ZeroMQ carries the data.</summary>
public enum TransportChoice
{
    /// <summary>libzmq where it loads, else NetMQ.</summary>
    Auto,

    /// <summary>libzmq, the native library.</summary>
    Libzmq,

    /// <summary>NetMQ, the managed library: nothing to install, on this machine only.</summary>
    Netmq,
}

/// <summary>The ZeroMQ library of the process. Both use the same protocol, so each process may use its own.</summary>
public sealed class TransportOptions
{
    /// <summary>The library.</summary>
    [Description(
        "ZeroMQ library: auto = libzmq where it is installed, else netmq; libzmq; netmq = without a native library, "
            + "loopback only")]
    public TransportChoice Library { get; set; } = TransportChoice.Auto;
}

/// <summary>The library in `/health`.</summary>
public sealed record TransportHealth(string Library, string Version)
{
    /// <summary>Creates it from the library of a transport.</summary>
    public static TransportHealth Create(TransportLibrary library) => new(library.Name, library.Version);
}

/// <summary>The library as a metric: always 1, with name and version as tags.</summary>
public static class TransportMetrics
{
    /// <summary>Adds it to a meter.</summary>
    public static void AddTo(Meter meter, ITransport transport)
    {
        KeyValuePair<string, object?>[] tags =
        [
            new("library", transport.Library.Name),
            new("version", transport.Library.Version),
        ];
        meter.CreateObservableGauge(
            "telemetry.transport.info",
            () => new Measurement<int>(1, tags),
            "1",
            "1; the tags give the ZeroMQ library and its version.");
    }
}
