using System.ComponentModel;
using FuncLibs.Amqp;

namespace SignalMonitor.Connections;

/// <summary>The queue of a rig at a RabbitMQ broker, into which its connector bridges what it publishes.</summary>
public sealed class AmqpOptions
{
    /// <summary>
    /// The broker: <c>amqp://HOST[:PORT][,HOST[:PORT]...][/VHOST]</c>, or <c>amqps://</c>; beyond loopback the latter
    /// only. Empty: the connector itself is listened to. The first node is part of the connection's name.
    /// </summary>
    [Description("RabbitMQ broker to read from, amqps://HOST[:PORT][,HOST...][/VHOST]; empty = from the connector itself")]
    public string Address { get; set; } = "";

    /// <summary>Account at the broker; empty = <c>guest</c>, which RabbitMQ takes on loopback only.</summary>
    [Description("account at the broker; empty = guest, on loopback only")]
    public string User { get; set; } = "";

    /// <summary>File with its password, for the owner only. Read again for each connection.</summary>
    [Description("file with the password of the account, for the owner only")]
    public string PasswordFile { get; set; } = "";

    /// <summary>
    /// PEM file with the authority of the broker's certificate; empty = those of the system. Read again for each
    /// connection.
    /// </summary>
    [Description("PEM file with the authority of the broker's certificate; empty = those of the system")]
    public string CaFile { get; set; } = "";

    /// <summary>
    /// true: amqp:// is accepted for a broker on another machine, with password and blocks in clear: on a network of
    /// its own.
    /// </summary>
    [Description("true = amqp:// to another machine, in clear: on a network of its own")]
    public bool AllowPlain { get; set; }

    /// <summary>Site of the rig, as in its topics.</summary>
    [Description("site of the rig: with Rig, its queue is cdb.SITE.RIG")]
    public string Site { get; set; } = "";

    /// <summary>The rig, as in its topics.</summary>
    [Description("name of the rig")]
    public string Rig { get; set; } = "";

    /// <summary>Name of the queue, in place of site and rig.</summary>
    [Description("name of the queue, in place of Site and Rig")]
    public string Queue { get; set; } = "";

    /// <summary>
    /// true: what the queue lacks is asked from the connector at <c>Control</c>, which must be reachable. false: it is
    /// declared lost.
    /// </summary>
    [Description("ask the connector at Control for blocks that the queue lacks (true), or declare them lost")]
    public bool AskControl { get; set; }

    /// <summary>True when a queue is read.</summary>
    internal bool IsOn => Address.Length > 0;

    /// <summary>Name of the queue.</summary>
    internal string QueueName => Queue.Length > 0 ? Queue : StreamQueue.NameFor(Site, Rig);

    /// <summary>
    /// Name of the connection, under which positions are saved: it has no user, and of a cluster the first node only.
    /// </summary>
    /// <param name="address">The address, parsed.</param>
    internal string NameAt(BrokerAddress address)
    {
        string host = address.VirtualHost == "/" ? "" : $"/{Uri.EscapeDataString(address.VirtualHost)}";
        return $"{(address.UsesTls ? "amqps" : "amqp")}://{address.Nodes[0].Host}:{address.Nodes[0].Port}{host}/{QueueName}";
    }
}
