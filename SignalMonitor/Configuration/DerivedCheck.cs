using System.Numerics;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Derived;

namespace SignalMonitor.Configuration;

/// <summary>Checks where and as what derived values are published.</summary>
public sealed class DerivedCheck : IOptionsCheck<MonitorOptions>
{
    private const string Bindable =
        "tcp on 127.0.0.1, localhost or [::1], or ipc://PATH, with Security:KeyFile and Security:AllowedFolder also "
            + "other addresses; port 0 = any free one; empty = nowhere";
    private const string Name = "1 to 24 of a-z 0-9 _ -";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        DerivedOptions derived = options.Derived;
        if (derived.Endpoint.Length > 0
            && TransportFactory.BindFault(
                options.Transport,
                derived.Endpoint,
                options.DemandsKeys || options.Security.AllowInsecure) is { } fault)
            yield return new OptionFault("Derived:Endpoint", fault, Bindable);
        if (TopicName.FindFault(derived.Site) is { } site)
            yield return new OptionFault("Derived:Site", $"'{derived.Site}' {site}", Name);
        if (TopicName.FindFault(derived.Rig) is { } rig)
            yield return new OptionFault("Derived:Rig", $"'{derived.Rig}' {rig}", Name);
        if (!BitOperations.IsPow2(derived.QueueBlocks))
            yield return new OptionFault(
                "Derived:QueueBlocks", $"{derived.QueueBlocks} is not a power of two", "2, 4, 8 ... 4096");
    }
}
