using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Tls;

namespace FuncLibs.Web.Configuration;

/// <summary>The web server of a program: where it listens, TLS, and how long a log-in lasts.</summary>
public abstract class HttpServerOptions
{
    /// <summary>Where it listens; the program has its own default.</summary>
    public abstract string Url { get; set; }

    /// <summary>File with the certificate; empty = no TLS. Read again when it changes.</summary>
    [Description(
        "certificate for https: a PEM file, or .pfx without a password for the owner only; empty = http; read again when it changes")]
    public string Certificate { get; set; } = "";

    /// <summary>File with the private key of a PEM certificate; empty = in the same file.</summary>
    [Description("private key of a PEM certificate, a file for the owner only; empty = in the file of the certificate")]
    public string CertificateKey { get; set; } = "";

    /// <summary>
    /// A PEM file, or a folder of them: certificates of clients, or of authorities that sign them. Empty = clients need
    /// no certificate. Accounts and tokens are needed all the same.
    /// </summary>
    [Description(
        "PEM file or folder with the certificates of clients that may connect, or of their authorities; empty = any client")]
    public string ClientCertificates { get; set; } = "";

    /// <summary>A session ends so long after the last request, unless a page is open; minutes.</summary>
    [Description("minutes after which a log-in ends that no page uses")]
    [Range(1, 1440)]
    public int SessionIdleMinutes { get; set; } = 60;

    /// <summary>A session ends so long after the log-in; hours.</summary>
    [Description("hours after which a log-in ends in any case")]
    [Range(1, 744)]
    public int SessionHours { get; set; } = 12;

    /// <summary>True with a certificate.</summary>
    internal bool HasTls => Certificate.Length > 0;

    /// <summary>The files of TLS.</summary>
    internal ServerFiles Files => new(Certificate, CertificateKey, ClientCertificates, "Http");
}
