using System.ComponentModel;
using System.Diagnostics.Metrics;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.NetMq;

namespace FuncLibs.Hosting.Transports;

/// <summary>Creates the configured transport, and checks its endpoints.</summary>
public static class TransportFactory
{
    /// <summary>Creates the transport.</summary>
    /// <exception cref="TransportException">The configured one cannot be used on this machine, or there are keys
    /// without libzmq.</exception>
    public static ITransport Create(
        TransportOptions options, SocketLimits limits, TimeProvider time, TransportKeys? keys = null) =>
        Resolve(options.Library, hasKeys: keys?.Own is not null) switch
        {
            TransportChoice.Netmq when keys?.Own is not null => throw new TransportException("NetMQ has no keys."),
            TransportChoice.Netmq => new NetMqTransport(limits, time),
            TransportChoice.Direct => new DirectTransport(limits, time, keys),
            _ => new ZeroMqTransport(limits, time, keys: keys),
        };

    /// <summary>Why NetMQ is used without being configured, in one line with the remedy; null when it is not.</summary>
    public static string? FallbackReason(TransportOptions options) =>
        options.Library == TransportChoice.Auto && Resolve(options.Library, hasKeys: false) == TransportChoice.Netmq
            ? ZeroMqTransport.LibraryFault()
            : null;

    /// <summary>Why there can be no keys with what is configured, as one line; null when there can.</summary>
    public static string? KeyFault(TransportOptions options) => options.Library switch
    {
        TransportChoice.Netmq =>
            "is netmq, which hands plain text past its keys to peers that greet with ZMTP 1.0 or 2.0",
        TransportChoice.Direct => "is direct, which has no keys: libzmq alone encrypts (CURVE)",
        _ => null,
    };

    /// <summary>Why a socket of the transport must not bind to an endpoint, as one line; null when it may.</summary>
    /// <param name="options">The transport.</param>
    /// <param name="text">The endpoint.</param>
    /// <param name="mayBeReached">Whether other machines may reach it: it demands keys, or that was allowed.</param>
    public static string? BindFault(TransportOptions options, string text, bool mayBeReached)
    {
        if (!Endpoint.TryParse(text, out Endpoint? endpoint, out string? fault))
            return fault;
        if (Resolve(options.Library, hasKeys: false) == TransportChoice.Netmq)
            return NetMqTransport.BindFault(endpoint);
        return mayBeReached ? null : endpoint.BindFault;
    }

    /// <summary>Why a socket of the transport must not connect to an endpoint, as one line; null when it may.</summary>
    public static string? ConnectFault(TransportOptions options, string text)
    {
        if (!Endpoint.TryParse(text, out Endpoint? endpoint, out string? fault))
            return fault;
        return Resolve(options.Library, hasKeys: false) == TransportChoice.Netmq
            ? NetMqTransport.ConnectFault(endpoint)
            : endpoint.ConnectFault;
    }

    /// <summary>What is used when a choice is configured. The rule of `auto` is here alone.</summary>
    /// <param name="choice">What is configured.</param>
    /// <param name="hasKeys">Whether the program has a key: then nothing but libzmq will do.</param>
    /// <param name="isDirectPossible">Whether the system has what the direct transport needs.</param>
    /// <param name="libzmqFault">Why libzmq cannot be used; null when it can. Called only where that matters, because
    /// it loads the library.</param>
    internal static TransportChoice Resolve(
        TransportChoice choice, bool hasKeys, bool isDirectPossible, Func<string?> libzmqFault)
    {
        if (choice != TransportChoice.Auto)
            return choice;
        if (hasKeys)
            return TransportChoice.Libzmq;
        if (isDirectPossible)
            return TransportChoice.Direct;
        return libzmqFault() is null ? TransportChoice.Libzmq : TransportChoice.Netmq;
    }

    private static TransportChoice Resolve(TransportChoice choice, bool hasKeys) =>
        Resolve(choice, hasKeys, DirectTransport.SystemFault() is null, ZeroMqTransport.LibraryFault);
}

/// <summary>Which implementation of ZeroMQ carries the data.</summary>
public enum TransportChoice
{
    /// <summary>With keys libzmq; else direct, on Windows libzmq where it loads and NetMQ where it does not.</summary>
    Auto,

    /// <summary>libzmq, the native library.</summary>
    Libzmq,

    /// <summary>NetMQ, the managed library: nothing to install, on this machine only.</summary>
    Netmq,

    /// <summary>The protocol over sockets of the system: nothing to install, no keys, not on Windows.</summary>
    Direct,
}

/// <summary>The ZeroMQ library of the process. All use the same protocol, so each process may use its own.</summary>
public sealed class TransportOptions
{
    /// <summary>The library.</summary>
    [Description(
        "ZeroMQ library: auto = libzmq with keys, else direct (on Windows libzmq where it is installed, else netmq); "
            + "libzmq; netmq = without a native library, loopback only; direct = without a library and without keys, "
            + "not on Windows")]
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
