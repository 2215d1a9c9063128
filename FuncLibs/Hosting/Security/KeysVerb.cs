using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Hosting.Programs;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Hosting.Security;

/// <summary>What the verb `keys` does.</summary>
public enum KeysAction
{
    /// <summary>Lists the peers that may connect.</summary>
    List,

    /// <summary>Makes a pair of keys.</summary>
    New,

    /// <summary>Allows a peer to connect.</summary>
    Allow,

    /// <summary>Takes that back.</summary>
    Revoke,

    /// <summary>Prints name and fingerprint of a key file.</summary>
    Fingerprint,

    /// <summary>Makes a certificate for https, signed by itself.</summary>
    Certificate,
}

/// <summary>Options of the verb `keys`.</summary>
public sealed class KeysVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("list, new, allow, revoke, fingerprint or certificate; given after the verb")]
    public KeysAction Action { get; set; } = KeysAction.List;

    /// <summary>A key file, or the name of an allowed peer.</summary>
    [Description("key file to allow or to show, or name of the peer to revoke; given after the action")]
    public string Target { get; set; } = "";

    /// <summary>Name of the new key.</summary>
    [Description(
        "with new: whose key it is; consumers appear under it in account, log and status; with certificate: name of its files")]
    public string Name { get; set; } = "";

    /// <summary>Folder of the new key.</summary>
    [Description("with new: folder for NAME.key and NAME.pub; with certificate: for NAME.pem and NAME-key.pem")]
    public string Out { get; set; } = "";

    /// <summary>Names of the server.</summary>
    [Description(
        "with certificate: names and addresses under which browsers reach the server, with commas between; empty = the name of this machine")]
    public string Hosts { get; set; } = "";

    /// <summary>How long a certificate is valid.</summary>
    [Description("with certificate: days that it is valid")]
    [Range(1, LabCertificate.MaxDays)]
    public int Days { get; set; } = LabCertificate.MaxDays;

    /// <summary>Rights of the peer.</summary>
    [Description("with allow: what the peer may do, of live, replay and status with commas between them")]
    public string Rights { get; set; } = "live,replay,status";
}

/// <summary>
/// The verb `keys`: makes key files, and keeps the folder of peers that may connect. A running program reads the folder
/// again within a second.
/// </summary>
public static class KeysVerb
{
    /// <summary>The verb for the list of a host.</summary>
    /// <typeparam name="TOptions">The root option class.</typeparam>
    public static HostVerb<TOptions> Create<TOptions>()
        where TOptions : class, IHostOptions, ISecuredOptions, new() =>
        new(
            "keys",
            "new, list, allow, revoke, fingerprint, certificate: keys of this program, and who may connect to it",
            RunAsync)
        {
            ExtraOptions = typeof(KeysVerbOptions),
            ProgramSections = ["Security"],
            Argument = nameof(KeysVerbOptions.Action),
            NextArgument = nameof(KeysVerbOptions.Target),
            SkipsChecks = true,
        };

    private static Task<int> RunAsync<TOptions>(VerbContext<TOptions> context)
        where TOptions : class, IHostOptions, ISecuredOptions, new()
    {
        KeysVerbOptions options = context.Extra<KeysVerbOptions>();
        SecurityOptions security = context.Options.Security;
        TextWriter output = context.Streams.Output;
        try
        {
            switch (options.Action)
            {
                case KeysAction.New:
                    CreateKeys(options, output);
                    break;
                case KeysAction.Allow:
                    Allow(options, AllowedFolder(security), output);
                    break;
                case KeysAction.Revoke:
                    Revoke(options.Target, AllowedFolder(security), output);
                    break;
                case KeysAction.Certificate:
                    CreateCertificate(options, output);
                    break;
                case KeysAction.Fingerprint:
                    Describe(Read(options.Target), output);
                    break;
                default:
                    return Task.FromResult(List(AllowedFolder(security), output));
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException(OneLine.Format(e.Message), e);
        }

        return Task.FromResult(ExitCodes.Ok);
    }

    private static void CreateKeys(KeysVerbOptions options, TextWriter output)
    {
        if (options.Name.Length == 0 || options.Out.Length == 0)
            throw new StartupException("keys new needs --name NAME and --out FOLDER");
        if (KeyFile.FindNameFault(options.Name) is { } fault)
            throw new StartupException($"'{OneLine.Format(options.Name)}' {fault}");
        if (ZeroMqTransport.LibraryFault() is { } missing)
            throw new StartupException($"keys need libzmq: {missing}");
        if (!CurveKeys.TryCreate(out CurveKey? publicKey, out CurveKey? secretKey))
            throw new StartupException("this libzmq was built without CURVE: install one with it, such as Debian's");
        var file = new KeyFile
        {
            Name = options.Name,
            Public = publicKey,
            Secret = secretKey,
            Created = TimeProvider.System.GetUtcNow(),
        };
        string path = file.WriteNew(options.Out);
        output.WriteLine($"{path}: the secret key, for the owner only");
        output.WriteLine($"{Path.ChangeExtension(path, KeyFile.PublicEnding)}: the public key, for the others");
        Describe(file, output);
    }

    private static void CreateCertificate(KeysVerbOptions options, TextWriter output)
    {
        if (options.Name.Length == 0 || options.Out.Length == 0)
            throw new StartupException("keys certificate needs --name NAME and --out FOLDER");
        if (KeyFile.FindNameFault(options.Name) is { } fault)
            throw new StartupException($"'{OneLine.Format(options.Name)}' {fault}");
        const StringSplitOptions Words = StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries;
        string[] given = options.Hosts.Split(',', Words);
        if (Array.Find(given, host => Uri.CheckHostName(host) == UriHostNameType.Unknown) is { } wrong)
            throw new StartupException($"--hosts has '{OneLine.Format(wrong)}', which is no name or address of a machine");
        string[] hosts = [.. given.DefaultIfEmpty(Environment.MachineName), "localhost", "127.0.0.1", "::1"];
        using X509Certificate2 made = LabCertificate.Create(
            options.Name, hosts, TimeProvider.System.GetUtcNow(), options.Days);
        (string path, string keyPath) = LabCertificate.Write(made, options.Name, options.Out);
        output.WriteLine($"{path}: the certificate, for {string.Join(", ", hosts)}; give it to browsers and programs");
        output.WriteLine($"{keyPath}: its key, for the owner only");
        output.WriteLine($"SHA-256 {made.GetCertHashString(HashAlgorithmName.SHA256)}");
    }

    private static void Allow(KeysVerbOptions options, string folder, TextWriter output)
    {
        if (!AccessRightsText.TryParse(options.Rights, out AccessRights rights, out string? fault))
            throw new StartupException($"--rights {fault}");
        KeyFile key = Read(options.Target) with { Secret = null, Rights = rights };
        if (AllowedPeersEdits.Allow(folder, key, out string path) is { } refused)
            throw new StartupException(refused);
        output.WriteLine($"{path}: {key.Name} may connect, with {AccessRightsText.ToText(rights)}");
    }

    private static void Revoke(string name, string folder, TextWriter output)
    {
        if (AllowedPeersEdits.Revoke(folder, name) is { } refused)
            throw new StartupException(refused);
        output.WriteLine($"{name} may not connect any more; a running program cuts its connections within 5 s");
    }

    private static int List(string folder, TextWriter output)
    {
        AllowedPeersView allowed = new AllowedPeers(folder).Current;
        output.WriteLine($"allowed in {folder}: {allowed.Peers.Length}");
        foreach (AllowedPeer peer in allowed.Peers)
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"  {peer.Name,-24} {peer.Key.Fingerprint}  {AccessRightsText.ToText(peer.Rights)}"));
        foreach (string fault in allowed.Faults)
            output.WriteLine($"  not used: {fault}");
        return allowed.Faults.IsEmpty ? ExitCodes.Ok : ExitCodes.FatalError;
    }

    private static void Describe(KeyFile file, TextWriter output) => output.WriteLine(
        $"{file.Name}  {file.Public.Fingerprint}  {file.Public}");

    private static KeyFile Read(string path)
    {
        if (path.Length == 0)
            throw new StartupException("name a key file, such as office1.pub");
        return KeyFile.TryRead(path, out KeyFile? key, out string? fault) ? key : throw new StartupException(fault!);
    }

    private static string AllowedFolder(SecurityOptions security) => security.EffectiveAllowedFolder.Length > 0
        ? security.EffectiveAllowedFolder
        : throw new StartupException(
            "the folder of allowed peers is not known: give --Security:KeyFile FILE, or --Security:AllowedFolder");
}
