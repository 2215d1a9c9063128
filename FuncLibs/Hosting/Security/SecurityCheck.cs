using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Keys;

namespace FuncLibs.Hosting.Security;

/// <summary>Checks the own key, the folder of allowed peers, and that the transport has keys.</summary>
/// <param name="transportOf">The transport of the program.</param>
/// <param name="demandsKeys">Whether the program binds sockets that demand keys, when it has an own one.</param>
/// <typeparam name="TOptions">The root option class.</typeparam>
public sealed class SecurityCheck<TOptions>(
    Func<TOptions, TransportOptions> transportOf, Func<TOptions, bool> demandsKeys) : IOptionsCheck<TOptions>
    where TOptions : class, ISecuredOptions
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(TOptions options)
    {
        SecurityOptions security = options.Security;
        if (security.KeyFile.Length == 0)
        {
            if (security.AllowedFolder.Length > 0)
                yield return new OptionFault(
                    "Security:AllowedFolder", "is set without a key", "with Security:KeyFile only");
            yield break;
        }

        if (security.AllowInsecure)
            yield return new OptionFault(
                "Security:AllowInsecure", "is true beside Security:KeyFile", "one of the two");
        if (TransportFactory.KeyFault(transportOf(options)) is { } withoutKeys)
            yield return new OptionFault("Transport:Library", withoutKeys, "libzmq or auto, with keys");
        if (security.FindKeyFault(out _) is { } fault)
        {
            yield return new OptionFault("Security:KeyFile", fault, "a file that `keys new` made, of mode 600");
            yield break;
        }

        if (!demandsKeys(options))
            yield break;
        AllowedPeersView allowed = new AllowedPeers(security.EffectiveAllowedFolder).Current;
        if (allowed.Peers.IsEmpty)
            yield return new OptionFault(
                "Security:AllowedFolder",
                $"'{security.EffectiveAllowedFolder}' allows no peer"
                    + (allowed.Faults.IsEmpty ? "" : $" ({allowed.Faults[0]})"),
                "at least one: `keys allow FILE.pub`");
    }
}
