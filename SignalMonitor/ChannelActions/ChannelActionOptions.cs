using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.ChannelActions;

/// <summary>Options of the verb `reset`. What is null was not given.</summary>
internal class ResetOptions
{
    /// <summary>The calculated channel.</summary>
    [Description("name of the calculated channel; given after the verb")]
    public string? Name { get; set; }

    /// <summary>Site/rig.</summary>
    [Description("site/rig that computes it, where the monitor follows several stations")]
    public string? Station { get; set; }

    /// <summary>Name of the stream.</summary>
    [Description("stream that computes it, where there are several")]
    public string? Stream { get; set; }

    /// <summary>Who asks.</summary>
    [Description("who does it, for the audit log; without it the user of the system")]
    public string? By { get; set; }

    /// <summary>File with a token of the monitor.</summary>
    [Description("file with the token to send (`users token new`), where the monitor has accounts or tokens")]
    public string TokenFile { get; set; } = "";

    /// <summary>Certificate of the monitor.</summary>
    [Description("PEM file with the certificate of a monitor that signed it itself; empty = those that the system trusts")]
    public string TrustedCertificate { get; set; } = "";

    /// <summary>Machine-readable output.</summary>
    [Description("JSON instead of text; may be given as --json")]
    public bool Json { get; set; }
}

/// <summary>Options of the verb `tare`.</summary>
internal sealed class TareOptions : ResetOptions
{
    /// <summary>The window.</summary>
    [Description("the mean of so many ms from now on is made zero")]
    [Range(1, 60_000)]
    public int WindowMs { get; set; } = 1000;

    /// <summary>Takes it back.</summary>
    [Description("removes the tare; may be given as --off")]
    public bool Off { get; set; }
}
