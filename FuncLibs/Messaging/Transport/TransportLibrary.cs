namespace FuncLibs.Messaging.Transport;

/// <summary>Which implementation of ZeroMQ a transport uses.</summary>
/// <param name="Name">Its name, as `Transport:Library` takes it: `libzmq` or `netmq`.</param>
/// <param name="Version">The version that really runs.</param>
public sealed record TransportLibrary(string Name, string Version)
{
    /// <summary>Name of the native library.</summary>
    public const string Libzmq = "libzmq";

    /// <summary>Name of the managed library.</summary>
    public const string Netmq = "netmq";

    /// <inheritdoc/>
    public override string ToString() => $"{Name} {Version}";
}
