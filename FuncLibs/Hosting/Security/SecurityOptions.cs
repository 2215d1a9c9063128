using System.ComponentModel;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;

namespace FuncLibs.Hosting.Security;

/// <summary>Options of a program that can have keys.</summary>
public interface ISecuredOptions
{
    /// <summary>Section `Security`.</summary>
    SecurityOptions Security { get; }
}

/// <summary>
/// The keys of a program: its own, and those of the peers that may connect to its sockets; and who may use its HTTP.
/// </summary>
public sealed class SecurityOptions
{
    /// <summary>Name of the folder of allowed peers beside the key file.</summary>
    public const string DefaultAllowedFolder = "allowed";

    /// <summary>File with the own secret key; empty: no keys, and sockets bind on loopback only.</summary>
    [Description("file with the own secret key (`keys new` makes it); empty = no keys, and sockets bind on loopback")]
    public string KeyFile { get; set; } = "";

    /// <summary>Folder with a public key file for each peer that may connect; read again when it changes.</summary>
    [Description(
        "folder with the public key of each peer that may connect (`keys allow`); empty = `allowed` beside the key")]
    public string AllowedFolder { get; set; } = "";

    /// <summary>File with the accounts of people; empty: nobody has to log in, and HTTP stays on loopback.</summary>
    [Description("file with the accounts of people (`users add` makes it), for the owner only; empty = no log-in")]
    public string UsersFile { get; set; } = "";

    /// <summary>File with the hashes of the tokens of programs; empty: none.</summary>
    [Description("file with the tokens of programs (`users token new` makes it), for the owner only; empty = none")]
    public string TokensFile { get; set; } = "";

    /// <summary>Plain sockets may bind where other machines reach them: only on a network of your own.</summary>
    [Description(
        "true = sockets without keys and HTTP without TLS and accounts may bind beyond loopback: anyone on the network "
            + "can read data and send requests")]
    public bool AllowInsecure { get; set; }

    /// <summary>The folder of allowed peers; empty without a key file.</summary>
    public string EffectiveAllowedFolder => AllowedFolder.Length > 0 || KeyFile.Length == 0
        ? AllowedFolder
        : Path.Combine(Path.GetDirectoryName(Path.GetFullPath(KeyFile))!, DefaultAllowedFolder);

    /// <summary>Reads the own key.</summary>
    /// <param name="own">The key; null without one, or when there is a fault.</param>
    /// <returns>Why it cannot be used, in one line; null when it can, or when no key is configured.</returns>
    public string? FindKeyFault(out KeyFile? own)
    {
        own = null;
        if (KeyFile.Length == 0)
            return null;
        if (!FuncLibs.Messaging.Keys.KeyFile.TryReadOwn(KeyFile, out own, out string? fault))
            return fault;
        if (ZeroMqTransport.LibraryFault() is { } missing)
            return $"keys need libzmq: {missing}";
        if (!CurveKeys.IsAvailable)
            return "keys need a libzmq that was built with CURVE; Debian's is";
        return CurveKeys.IsPair(own.Public, own.Secret!)
            ? null
            : $"key file {KeyFile} has a public and a secret key that do not belong together";
    }

    /// <summary>The keys for sockets that are bound and connected.</summary>
    /// <param name="demandsKeys">Whether sockets that are bound demand keys of their peers.</param>
    /// <exception cref="StartupException">The key file cannot be used.</exception>
    public TransportKeys Load(bool demandsKeys)
    {
        if (FindKeyFault(out KeyFile? own) is { } fault)
            throw new StartupException($"Security:KeyFile: {fault}");
        return new TransportKeys
        {
            Own = own,
            Allowed = own is not null && demandsKeys ? new AllowedPeers(EffectiveAllowedFolder) : null,
            AllowInsecure = AllowInsecure,
        };
    }
}
