using System.ComponentModel;

namespace HardwareConnector.Configuration;

/// <summary>TLS of the link to a rig, with an endpoint <c>tls://</c>. Files are read again when they change.</summary>
public sealed class RigTlsOptions
{
    /// <summary>PEM file with the authority of the rig's certificate; empty = the authorities of the system.</summary>
    [Description("PEM file with the authority of the rig's certificate; empty = those of the system")]
    public string CaFile { get; set; } = "";

    /// <summary>
    /// SHA-256 of the rig's certificate in hex: this certificate alone is trusted, whatever name it has. Empty = name
    /// and authority are checked.
    /// </summary>
    [Description(
        "SHA-256 fingerprint of the rig's certificate, the only one that is trusted then; empty = name and authority "
            + "count")]
    public string Fingerprint { get; set; } = "";

    /// <summary>File with the certificate of the connector; empty = it shows none.</summary>
    [Description(
        "certificate that the connector shows to the rig: a PEM file, or .pfx without a password; empty = none")]
    public string Certificate { get; set; } = "";

    /// <summary>File with the private key of a PEM certificate; empty = in the same file.</summary>
    [Description("private key of that certificate, a file for the owner only; empty = in the file of the certificate")]
    public string CertificateKey { get; set; } = "";

    /// <summary>File with the secret that the rig demands in the hello; empty = none.</summary>
    [Description("file with the token that the rig demands, mode 600; empty = none")]
    public string TokenFile { get; set; } = "";

    /// <summary>A link without TLS may leave this machine: on a cable or network of its own alone.</summary>
    [Description(
        "true = this link may leave the machine without TLS: anyone on that network can read the rig's data, or pretend "
            + "to be the rig")]
    public bool AllowPlain { get; set; }

    /// <summary>True when anything is set that only a link with TLS uses.</summary>
    internal bool IsSet => CaFile.Length + Fingerprint.Length + Certificate.Length + CertificateKey.Length
        + TokenFile.Length > 0;
}
