using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace RigAdapter;

/// <summary>
/// The command line: <c>[PORT] [--listen ADDRESS] [--tls CERTIFICATE KEY] [--token-file FILE]</c>. Beyond this machine
/// use both TLS and a token.
/// </summary>
internal sealed record AdapterOptions(
    IPEndPoint Listen, string Certificate = "", string CertificateKey = "", string TokenFile = "")
{
    /// <summary>How a connector names this rig in <c>Source:Endpoint</c>.</summary>
    public string Scheme => Certificate.Length > 0 ? "tls" : "tcp";

    /// <summary>The secret that a connector must send; empty = none. Read again for each connection.</summary>
    public string Token => TokenFile.Length > 0 ? File.ReadAllText(TokenFile).Trim() : "";

    /// <summary>
    /// TLS; null without. Read again for each connection, so that a new certificate needs no restart.
    /// </summary>
    public SslServerAuthenticationOptions? Tls => Certificate.Length == 0 ? null : new()
    {
        ServerCertificate = X509CertificateLoader.LoadPkcs12(
            X509Certificate2.CreateFromPemFile(Certificate, CertificateKey).Export(X509ContentType.Pkcs12), null),
    };

    /// <summary>Reads the command line.</summary>
    public static AdapterOptions Parse(string[] args)
    {
        var options = new AdapterOptions(new IPEndPoint(IPAddress.Loopback, 5555));
        for (int i = 0; i < args.Length; i++)
        {
            options = args[i] switch
            {
                "--listen" => options with { Listen = new(IPAddress.Parse(args[++i]), options.Listen.Port) },
                "--tls" => options with { Certificate = args[++i], CertificateKey = args[++i] },
                "--token-file" => options with { TokenFile = args[++i] },
                _ => options with
                {
                    Listen = new(options.Listen.Address, int.Parse(args[i], CultureInfo.InvariantCulture)),
                },
            };
        }

        return options;
    }
}
