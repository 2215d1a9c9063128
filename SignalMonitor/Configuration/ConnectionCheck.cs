using System.Numerics;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Transports;

namespace SignalMonitor.Configuration;

/// <summary>Checks every address of the monitor.</summary>
public sealed class ConnectionCheck : IOptionsCheck<MonitorOptions>
{
    private const string Allowed = "tcp://HOST:PORT or ipc://PATH";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        if (options.Connections.Length == 0)
            yield return new OptionFault("Connections", "no connector is configured", "at least one");
        for (int i = 0; i < options.Connections.Length; i++)
        {
            if (TransportFactory.ConnectFault(options.Transport, options.Connections[i].Subscribe) is { } subscribe)
                yield return new OptionFault($"Connections:{i}:Subscribe", subscribe, Allowed);
            if (TransportFactory.ConnectFault(options.Transport, options.Connections[i].Control) is { } control)
                yield return new OptionFault($"Connections:{i}:Control", control, Allowed);
            if (options.Connections[i].FindKeyFault(out _) is { } key)
                yield return new OptionFault(
                    $"Connections:{i}:ServerKey", key, "40 characters of Z85, or the .pub file of the connector");
            else if (options.Connections[i].ServerKey.Length > 0 && options.Security.KeyFile.Length == 0)
                yield return new OptionFault(
                    $"Connections:{i}:ServerKey", "is set without an own key", "with Security:KeyFile only");
        }

        if (!BitOperations.IsPow2(options.Compute.QueueBlocks))
            yield return new OptionFault(
                "Compute:QueueBlocks", $"{options.Compute.QueueBlocks} is not a power of two", "2, 4, 8 ... 4096");
    }
}
