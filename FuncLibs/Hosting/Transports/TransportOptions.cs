using System.ComponentModel;

namespace FuncLibs.Hosting.Transports;

/// <summary>Which implementation of ZeroMQ carries the data.</summary>
public enum TransportChoice
{
    /// <summary>libzmq where it loads, else NetMQ.</summary>
    Auto,

    /// <summary>The native library.</summary>
    Libzmq,

    /// <summary>The managed library: nothing to install, on this machine alone.</summary>
    Netmq,
}

/// <summary>The ZeroMQ of the process. Both speak the same protocol, so each process may have its own.</summary>
public sealed class TransportOptions
{
    /// <summary>The library.</summary>
    [Description("ZeroMQ library: auto = libzmq where it is installed, else netmq; libzmq; netmq = without a native library, loopback only")]
    public TransportChoice Library { get; set; } = TransportChoice.Auto;
}
