using System.ComponentModel;

namespace SignalMonitor.Certifying;

/// <summary>Options of the verb `certificate`.</summary>
public sealed class CertificateVerbOptions
{
    /// <summary>Machine-readable output.</summary>
    [Description("the certificate as JSON instead of text; may stand as --json")]
    public bool Json { get; set; }
}
