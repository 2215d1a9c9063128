using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using FuncLibs.Messaging.RigLink;

namespace Simulator.Serving;

/// <summary>
/// TLS of a served link: its certificate, whose clients are let in, and the token that they must know. The files are
/// read again for a new connection when they changed; one that cannot be used leaves the former in force. Any thread.
/// </summary>
public sealed class LinkServerTls
{
    // A client of TLS speaks first. One that waits for the rig's hello has none, and is told before its own limit.
    private const int FirstByteMicroseconds = 2_000_000;

    private readonly ReloadedFiles<Loaded> _files;

    /// <summary>Reads the files.</summary>
    /// <param name="certificate">The certificate of the rig.</param>
    /// <param name="certificateKey">Its key; empty = in the same file.</param>
    /// <param name="clientCertificates">
    /// A file or folder with the certificates of clients, or of authorities that sign them; empty = clients need none.
    /// </param>
    /// <param name="tokenFile">The secret that clients send in their hello; empty = none.</param>
    /// <param name="time">Clock, for the validity of certificates.</param>
    public LinkServerTls(
        string certificate, string certificateKey, string clientCertificates, string tokenFile, TimeProvider time)
    {
        var files = new ServerFiles(certificate, certificateKey, clientCertificates, "Link");
        _files = new ReloadedFiles<Loaded>(
            () => [.. files.Paths, tokenFile], (out Loaded? loaded) => Load(files, tokenFile, time, out loaded));
    }

    /// <summary>Why the newest files are not in force, in one line; null when they are.</summary>
    public string? Fault => _files.Fault;

    /// <summary>The server's side of a handshake, with what the files hold now.</summary>
    /// <param name="socket">The accepted socket.</param>
    /// <param name="time">Clock of the limit.</param>
    /// <param name="connection">The connection; null unless the outcome is Ok.</param>
    /// <param name="stop">Ends it early.</param>
    public LinkOutcome Accept(
        Socket socket, TimeProvider time, out LinkConnection? connection, CancellationToken stop)
    {
        connection = null;
        _files.Reload();
        if (_files.Current is not { } loaded)
            return new LinkOutcome(LinkStatus.NotSecure, Fault);
        if (!socket.Poll(FirstByteMicroseconds, SelectMode.SelectRead))
        {
            const string plain = "this link has TLS; connect with tls://";
            PeerSocket.CloseWithReason(LinkConnection.Over(socket), plain);
            return new LinkOutcome(LinkStatus.NotSecure, "the client says nothing: it does not speak TLS");
        }

        return TlsLinkConnection.Accept(socket, loaded.Server.Options, loaded.Check, time, out connection, stop);
    }

    /// <summary>Why a client is not served for its token; null when it is.</summary>
    /// <param name="token">What it sent; empty = none.</param>
    public string? FindTokenFault(string token)
    {
        if (_files.Current?.TokenHash is not { } hash)
            return null;
        if (token.Length == 0)
            return "it has no token, and this link demands one";
        return CryptographicOperations.FixedTimeEquals(hash, SHA256.HashData(Encoding.UTF8.GetBytes(token)))
            ? null : "its token is not the one of this link";
    }

    private static string? Load(ServerFiles files, string tokenFile, TimeProvider time, out Loaded? loaded)
    {
        loaded = null;
        string token = "";
        if (tokenFile.Length > 0
            && SecretFile.ReadToken(tokenFile, LinkHello.MaxTokenBytes, out token) is { } secret)
            return secret;
        if (files.Load(time, out LoadedServer? server) is { } fault)
            return fault;
        server!.Options.AllowTlsResume = false;
        ClientCheck? clients = server.Clients;
        loaded = new Loaded(
            server,
            clients is null ? null : (certificate, chain, _) => clients.FindFault(certificate, chain),
            token.Length == 0 ? null : SHA256.HashData(Encoding.UTF8.GetBytes(token)));
        return null;
    }

    // The peer check is null without client certificates: a handshake that asks for none has nothing to check.
    private sealed record Loaded(LoadedServer Server, LinkPeerCheck? Check, byte[]? TokenHash);
}
