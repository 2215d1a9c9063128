using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net;

namespace FuncLibs.Messaging.Transport;

/// <summary>
/// Address to which a socket binds or connects: <c>tcp://host:port</c> or <c>ipc://path</c>. Without keys, a socket may
/// bind only to an address that is local to this machine (<see cref="BindFault"/>).
/// </summary>
public sealed record Endpoint
{
    /// <summary>Longest path of a Unix socket, without its final zero.</summary>
    public const int MaxIpcPath = 107;

    private const string Tcp = "tcp://";
    private const string Ipc = "ipc://";

    private Endpoint(string host, int port, string? path)
    {
        Host = host;
        Port = port;
        Path = path;
    }

    /// <summary>Host as written, without brackets; empty for ipc.</summary>
    public string Host { get; }

    /// <summary>TCP port, 0 for any free one.</summary>
    public int Port { get; }

    /// <summary>Path of the socket file; null for tcp.</summary>
    public string? Path { get; }

    /// <summary>True when it can be reached from this machine only.</summary>
    public bool IsLoopback => Path is not null || IsLoopbackHost(Host);

    /// <summary>Why a socket without keys must not bind to it, in one line; null when it may.</summary>
    public string? BindFault => IsLoopback
        ? null
        : $"'{this}' can be reached from other machines, which needs CURVE keys: "
            + "bind to tcp://127.0.0.1, tcp://localhost, tcp://[::1] or ipc://";

    /// <summary>Why a socket must not connect to it, in one line; null when it may.</summary>
    public string? ConnectFault => Path is null && Port == 0 ? $"'{this}' names no port to connect to" : null;

    /// <summary>Whether a host, in lower case, is this machine for itself alone.</summary>
    /// <param name="host">Name or address; an IPv6 address may have brackets.</param>
    public static bool IsLoopbackHost(string host) =>
        host == "localhost" || (IPAddress.TryParse(host.Trim('[', ']'), out IPAddress? ip) && IPAddress.IsLoopback(ip));

    /// <summary>
    /// Parses an endpoint; <paramref name="fault"/> gives in one line what is wrong and what is allowed.
    /// </summary>
    public static bool TryParse(string? text, [NotNullWhen(true)] out Endpoint? endpoint, out string? fault)
    {
        endpoint = null;
        if (text is not null && text.StartsWith(Ipc, StringComparison.Ordinal))
            fault = TryParseIpc(text[Ipc.Length..], ref endpoint);
        else if (text is not null && text.StartsWith(Tcp, StringComparison.Ordinal))
            fault = TryParseTcp(text[Tcp.Length..], ref endpoint);
        else
            fault = "does not begin with tcp:// or ipc://";
        if (fault is not null)
            fault = $"'{text}' {fault}; an endpoint is like tcp://127.0.0.1:5556 or ipc:///run/telemetry/data";
        return endpoint is not null;
    }

    /// <summary>Parses an endpoint.</summary>
    /// <exception cref="EndpointException">The text is not an endpoint.</exception>
    public static Endpoint Parse(string? text) => TryParse(text, out Endpoint? endpoint, out string? fault)
        ? endpoint
        : throw new EndpointException($"Endpoint {fault}.");

    /// <inheritdoc/>
    public override string ToString()
    {
        if (Path is not null)
            return Ipc + Path;
        string host = Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]" : Host;
        return string.Create(CultureInfo.InvariantCulture, $"{Tcp}{host}:{Port}");
    }

    private static string? TryParseIpc(string path, ref Endpoint? endpoint)
    {
        if (path.Length is 0 or > MaxIpcPath)
            return "has no path, or one longer than 107 characters";
        if (path[0] is '*' or '@' || path.Contains('\0', StringComparison.Ordinal))
            return "does not name a file";
        endpoint = new Endpoint("", 0, path);
        return null;
    }

    private static string? TryParseTcp(string rest, ref Endpoint? endpoint)
    {
        int colon = rest.LastIndexOf(':');
        if (colon <= 0)
            return "has no host and port";
        string host = rest[..colon];
        bool bracketed = host is ['[', .., ']'];
        if (bracketed)
            host = host[1..^1];
        if (bracketed != host.Contains(':', StringComparison.Ordinal))
            return "has an IPv6 address without brackets, or brackets without one";
        if (!IPAddress.TryParse(host, out _) && Uri.CheckHostName(host) != UriHostNameType.Dns)
            return "has a host that is neither a name nor an address";
        if (!int.TryParse(rest[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out int port)
            || port > ushort.MaxValue)
            return "has a port that is not 0 to 65535";
        endpoint = new Endpoint(host, port, null);
        return null;
    }
}
