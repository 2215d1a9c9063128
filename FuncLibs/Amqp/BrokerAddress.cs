using System.Diagnostics.CodeAnalysis;
using System.Net.Security;

namespace FuncLibs.Amqp;

/// <summary>Where a RabbitMQ broker is, and as whom to log in.</summary>
public sealed record BrokerAddress
{
    /// <summary>What an address looks like, for messages.</summary>
    public const string Allowed = "amqp://HOST[:PORT][,HOST[:PORT]...][/VHOST], or amqps://";

    /// <summary>Most nodes of a cluster that an address names.</summary>
    public const int MaxNodes = 16;

    private const int PlainPort = 5672;
    private const int TlsPort = 5671;

    private BrokerAddress(IReadOnlyList<(string Host, int Port)> nodes, string virtualHost, bool usesTls) =>
        (Nodes, VirtualHost, UsesTls) = (nodes, virtualHost, usesTls);

    /// <summary>The nodes, tried in this order; at least one.</summary>
    public IReadOnlyList<(string Host, int Port)> Nodes { get; }

    /// <summary>The virtual host.</summary>
    public string VirtualHost { get; }

    /// <summary>True for amqps.</summary>
    public bool UsesTls { get; }

    /// <summary>Name of the account.</summary>
    public string User { get; init; } = "guest";

    /// <summary>Its password; never shown.</summary>
    public string Password { get; init; } = "guest";

    /// <summary>Decides on the certificate of a server; null = by the authorities of the system.</summary>
    public RemoteCertificateValidationCallback? ValidateServer { get; init; }

    /// <summary>Interval of AMQP heartbeats: a broken connection is noticed after at most two.</summary>
    public TimeSpan Heartbeat { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>True when every node is this machine.</summary>
    public bool IsLoopback => Nodes.All(
        node => node.Host is "localhost" || (System.Net.IPAddress.TryParse(node.Host, out System.Net.IPAddress? address)
            && System.Net.IPAddress.IsLoopback(address)));

    /// <summary>Parses an address.</summary>
    /// <param name="text">The address; user and password are not part of it.</param>
    /// <param name="address">The address; null with a fault.</param>
    /// <param name="fault">What is wrong with it, as the end of a sentence; null for nothing.</param>
    public static bool TryParse(
        string text, [NotNullWhen(true)] out BrokerAddress? address, [NotNullWhen(false)] out string? fault)
    {
        address = null;
        bool isTls = text.StartsWith("amqps://", StringComparison.Ordinal);
        if (!isTls && !text.StartsWith("amqp://", StringComparison.Ordinal))
        {
            fault = "does not begin with amqp:// or amqps://";
            return false;
        }

        string rest = text[(text.IndexOf("://", StringComparison.Ordinal) + 3)..];
        int slash = rest.IndexOf('/', StringComparison.Ordinal);
        string hosts = slash < 0 ? rest : rest[..slash];
        string virtualHost = slash < 0 || slash == rest.Length - 1 ? "/" : Uri.UnescapeDataString(rest[(slash + 1)..]);
        string[] parts = hosts.Split(',');
        List<(string, int)> nodes = [];
        fault = hosts.Contains('@', StringComparison.Ordinal)
                ? "has a user; user and password are options of their own"
            : parts.Length > MaxNodes ? $"names {parts.Length} nodes, more than {MaxNodes}"
            : virtualHost.Length > byte.MaxValue || virtualHost.Any(char.IsControl) ? "has no legal virtual host"
            : parts.Select(part => AddNode(nodes, part, isTls)).FirstOrDefault(one => one is not null);
        if (fault is null)
            address = new BrokerAddress(nodes, virtualHost, isTls);
        return address is not null;
    }

    /// <summary>One node of it.</summary>
    internal BrokerAddress At((string Host, int Port) node) => new([node], VirtualHost, UsesTls)
    {
        User = User,
        Password = Password,
        ValidateServer = ValidateServer,
        Heartbeat = Heartbeat,
    };

    /// <summary>Without the password.</summary>
    public override string ToString() =>
        $"{(UsesTls ? "amqps" : "amqp")}://{string.Join(',', Nodes.Select(NodeText))}"
            + (VirtualHost == "/" ? "" : $"/{Uri.EscapeDataString(VirtualHost)}");

    private static string NodeText((string Host, int Port) node) =>
        node.Host.Contains(':', StringComparison.Ordinal) ? $"[{node.Host}]:{node.Port}" : $"{node.Host}:{node.Port}";

    private static string? AddNode(List<(string Host, int Port)> nodes, string text, bool isTls)
    {
        if (!Uri.TryCreate($"amqp://{text}", UriKind.Absolute, out Uri? uri) || uri.Host.Length == 0
            || uri.AbsolutePath is not "/" || uri.Query.Length + uri.Fragment.Length > 0)
            return $"has '{text}', which is no HOST or HOST:PORT";
        if (uri.Port == 0)
            return $"has port 0 in '{text}'";
        nodes.Add((uri.IdnHost, uri.Port > 0 ? uri.Port : isTls ? TlsPort : PlainPort));
        return null;
    }
}
