using System.Net;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using FuncLibs.Messaging.RigLink;
using Testing.Certificates;

namespace Testing.Processes;

/// <summary>A sample adapter of samples/ as a process, with TLS and a token.</summary>
public sealed class SecuredAdapter : IDisposable
{
    private const string Token = "a-token-that-both-know";
    private const int WaitMicroseconds = 100_000;

    private readonly TemporaryFolder _folder = new();
    private readonly X509Certificate2 _certificate = TestCertificates.Create(TimeProvider.System.GetUtcNow());
    private readonly HostProcess _adapter;

    /// <param name="start">Starts the adapter with these arguments.</param>
    public SecuredAdapter(Func<string[], HostProcess> start)
    {
        (string path, string key) = _certificate.Write(_folder.Path, "rig");
        TestCertificates.WriteSecret(_folder.File("token"), Encoding.UTF8.GetBytes(Token + "\n"));
        _adapter = start(["0", "--tls", path, key, "--token-file", _folder.File("token")]);
    }

    /// <summary>Connects as a connector does; returns the blocks that came and why it ended.</summary>
    /// <param name="knowsToken">Whether the connector sends the right token.</param>
    /// <param name="blocks">The connector goes after so many.</param>
    public (int Blocks, string End) Read(bool knowsToken, int blocks = 5)
    {
        var security = new LinkSecurity(
            new SslClientAuthenticationOptions { TargetHost = "localhost" },
            (shown, _, _) => shown?.GetCertHashString() == _certificate.GetCertHashString() ? null : "another rig",
            knowsToken ? Token : "wrong");
        LinkOutcome outcome = LinkClient.Open(
            IPEndPoint.Parse(_adapter.Endpoint("link")["tls://".Length..]), security, "test", TimeProvider.System,
            out LinkClient? connected, CancellationToken.None);
        if (connected is null)
            return (0, outcome.ToString());
        using LinkClient client = connected;
        int received = 0;
        string reason = "";
        while (received < blocks && !outcome.IsFatal)
        {
            outcome = client.Read(out LinkFrame frame, WaitMicroseconds);
            if (outcome.IsOk && frame.Type == LinkFrameType.Block)
                received++;
            if (outcome.IsOk && frame.Type == LinkFrameType.State
                && LinkStateFrame.Read(frame.Body, out LinkStateFrame state).IsOk)
                reason = state.Reason;
        }

        return (received, reason);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _adapter.Dispose();
        _certificate.Dispose();
        _folder.Dispose();
    }
}
