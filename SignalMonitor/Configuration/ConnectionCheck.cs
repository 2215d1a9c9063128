using System.Numerics;
using FuncLibs.Amqp;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Connections;

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
            AmqpOptions amqp = options.Connections[i].Amqp;
            foreach (OptionFault fault in amqp.IsOn ? OfQueue(options, i) : [])
                yield return fault;
            if (!amqp.IsOn && TransportFactory.ConnectFault(
                options.Transport, options.Connections[i].Subscribe) is { } subscribe)
                yield return new OptionFault($"Connections:{i}:Subscribe", subscribe, Allowed);
            if ((!amqp.IsOn || amqp.AskControl)
                && TransportFactory.ConnectFault(options.Transport, options.Connections[i].Control) is { } control)
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

    private static IEnumerable<OptionFault> OfQueue(MonitorOptions options, int index)
    {
        AmqpOptions amqp = options.Connections[index].Amqp;
        string key = $"Connections:{index}:Amqp";
        if (!BrokerAddress.TryParse(amqp.Address, out BrokerAddress? address, out string? fault))
        {
            yield return new OptionFault($"{key}:Address", $"'{amqp.Address}' {fault}", BrokerAddress.Allowed);
            yield break;
        }

        if (!address.IsLoopback && !address.UsesTls && !amqp.AllowPlain)
            yield return new OptionFault(
                $"{key}:Address",
                $"'{amqp.Address}' leaves this machine without TLS: anyone on that network could read the data and the "
                    + "password",
                $"amqps://HOST[:PORT]; on a network of its own also {key}:AllowPlain=true");
        if (amqp.User.Length > 0 && SecretFile.Read(amqp.PasswordFile, out _) is { } secret)
            yield return new OptionFault($"{key}:PasswordFile", secret, "a file of its owner alone, mode 600");
        if (amqp.User.Length == 0 && (amqp.PasswordFile.Length > 0 || !address.IsLoopback))
            yield return new OptionFault(
                $"{key}:User", "is missing", "the name of an account; guest, without a password file, on loopback only");
        if (ServerTrust.Load(amqp.CaFile, out _) is { } untrusted)
            yield return new OptionFault($"{key}:CaFile", untrusted, "a PEM file, or empty");
        if (FindNameFault(amqp) is { } name)
            yield return new OptionFault($"{key}:Queue", name, "Site and Rig, or the name of a queue");
        else if (options.Connections.Take(index).Any(
            other => other.Amqp.IsOn && QueueSource.NameOf(other.Amqp) == amqp.NameAt(address)))
            yield return new OptionFault($"{key}:Queue", $"{amqp.QueueName} is read twice", "each queue once");
    }

    private static string? FindNameFault(AmqpOptions amqp)
    {
        if (amqp.Queue.Length > 0)
            return amqp.Site.Length + amqp.Rig.Length > 0 ? "is set beside Site or Rig"
                : StreamQueue.FindNameFault(amqp.Queue) is { } fault ? $"'{amqp.Queue}' {fault}" : null;
        return TopicName.FindFault(amqp.Site) is { } site ? $"has site '{amqp.Site}', which {site}"
            : TopicName.FindFault(amqp.Rig) is { } rig ? $"has rig '{amqp.Rig}', which {rig}" : null;
    }
}
