using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;

namespace HardwareConnector.Configuration;

/// <summary>The bridge into a stream queue of RabbitMQ. Off until a broker is given.</summary>
public sealed class BridgeOptions
{
    /// <summary>The broker; empty = no bridge.</summary>
    [Description("broker of the bridge: amqp://HOST[:PORT][,HOST...][/VHOST] or amqps://; empty = no bridge")]
    public string Broker { get; set; } = "";

    /// <summary>Name of the account.</summary>
    [Description("account at the broker")]
    public string User { get; set; } = "guest";

    /// <summary>File with the password, readable by its owner only; empty = the password is `guest`.</summary>
    [Description("file with the password of the account, mode 600, read again for each connection; empty = guest")]
    public string PasswordFile { get; set; } = "";

    /// <summary>PEM file with the authority of the broker's certificate; empty: those of the system.</summary>
    [Description("PEM file with the authority that signed the broker's certificate; empty = those of the system")]
    public string CaFile { get; set; } = "";

    /// <summary>
    /// true: amqp:// is accepted for a broker on another machine, with password and blocks in clear: on a network of
    /// its own.
    /// </summary>
    [Description("true = amqp:// to another machine, in clear: on a network of its own")]
    public bool AllowPlain { get; set; }

    /// <summary>The topic exchange that frames are published to.</summary>
    [Description("topic exchange that frames are published to; it is declared")]
    public string Exchange { get; set; } = StreamQueue.DefaultExchange;

    /// <summary>Name of the stream queue; empty = `cdb.SITE.RIG`.</summary>
    [Description("stream queue of this publisher; it is declared; empty = cdb.SITE.RIG")]
    public string Queue { get; set; } = "";

    /// <summary>GB (10^9 bytes) that the broker keeps of the queue.</summary>
    [Description("GB that the broker keeps of the queue; then its oldest segment is removed")]
    [Range(1, 1_000_000)]
    public int MaxLengthGB { get; set; } = 50;

    /// <summary>MB (10^6 bytes) of one segment of the queue.</summary>
    [Description("MB of one segment of the queue, the unit in which it is removed")]
    [Range(1, 2000)]
    public int SegmentMB { get; set; } = 100;

    /// <summary>Nodes of a cluster that keep the queue; 0 = as the broker chooses.</summary>
    [Description("nodes of a cluster that keep the queue; 0 = as the broker chooses")]
    [Range(0, BrokerAddress.MaxNodes)]
    public int Replicas { get; set; }

    /// <summary>Frames that may be published and not confirmed.</summary>
    [Description("frames that may be published and not confirmed")]
    [Range(1, 16_384)]
    public int WindowFrames { get; set; } = PublishWindow.Default.Messages;

    /// <summary>MiB of frames that may be published and not confirmed.</summary>
    [Description("MiB of frames that may be published and not confirmed")]
    [Range(1, 1024)]
    public int WindowMiB { get; set; } = (int)(PublishWindow.Default.Bytes >> 20);

    /// <summary>True with a broker.</summary>
    internal bool IsOn => Broker.Length > 0;

    internal PublishWindow Window => new(WindowFrames, (long)WindowMiB << 20);

    /// <summary>The queue of a rig.</summary>
    internal StreamQueue QueueOf(string site, string rig) =>
        StreamQueue.For(site, rig, Exchange, Queue.Length > 0 ? Queue : null) with
        {
            MaxLengthBytes = MaxLengthGB * 1_000_000_000L,
            SegmentBytes = SegmentMB * 1_000_000L,
            Replicas = Replicas,
        };

    /// <summary>The broker with account and trust, read from their files.</summary>
    /// <param name="address">The broker; null with a fault.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    internal BrokerFault? Load(out BrokerAddress? address)
    {
        string password = "guest";
        if (!BrokerAddress.TryParse(Broker, out address, out string? fault))
            return new BrokerFault(BrokerFaultKind.Unreachable, $"'{Broker}' {fault}");
        if (PasswordFile.Length > 0 && SecretFile.Read(PasswordFile, out password) is { } secret)
            return new BrokerFault(BrokerFaultKind.Credentials, $"Bridge:PasswordFile: {secret}");
        if (ServerTrust.Load(CaFile, out ServerTrust trust) is { } untrusted)
            return new BrokerFault(BrokerFaultKind.Certificate, $"Bridge:CaFile: {untrusted}");
        address = address with { User = User, Password = password, ValidateServer = trust.Demand };
        return null;
    }
}

/// <summary>Checks the bridge.</summary>
public sealed class BridgeCheck : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        BridgeOptions bridge = options.Bridge;
        if (!bridge.IsOn)
            yield break;
        if (!BrokerAddress.TryParse(bridge.Broker, out BrokerAddress? address, out string? fault))
            yield return new OptionFault("Bridge:Broker", $"'{bridge.Broker}' {fault}", BrokerAddress.Allowed);
        else if (!address.UsesTls && !address.IsLoopback && !bridge.AllowPlain)
            yield return new OptionFault(
                "Bridge:Broker",
                $"'{bridge.Broker}' would send the password and every block in clear",
                "amqps://, a broker on this machine, or Bridge:AllowPlain=true on a network of its own");
        if (bridge.User.Length == 0)
            yield return new OptionFault("Bridge:User", "is empty", "the name of an account of the broker");
        if (bridge.PasswordFile.Length > 0 && SecretFile.Read(bridge.PasswordFile, out _) is { } secret)
            yield return new OptionFault("Bridge:PasswordFile", secret, "a file of its owner alone, mode 600");
        if (ServerTrust.Load(bridge.CaFile, out _) is { } untrusted)
            yield return new OptionFault("Bridge:CaFile", untrusted, "a PEM file, or empty");
        if (bridge.Queue.Length > 0 && StreamQueue.FindNameFault(bridge.Queue) is { } queue)
            yield return new OptionFault("Bridge:Queue", queue, "a name of up to 255 bytes, or empty");
        if (StreamQueue.FindNameFault(bridge.Exchange) is { } exchange)
            yield return new OptionFault("Bridge:Exchange", exchange, "a name of up to 255 bytes");
        if (bridge.SegmentMB * 1000L * 2 > bridge.MaxLengthGB * 1_000_000L)
            yield return new OptionFault(
                "Bridge:SegmentMB",
                $"{bridge.SegmentMB} MB are more than half of Bridge:MaxLengthGB, {bridge.MaxLengthGB} GB",
                "smaller segments, or a longer queue");
    }
}
