using System.ComponentModel;
using System.Text;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Configuration;

namespace SignalMonitor.Certifying;

/// <summary>
/// The verb `certificate`: prints the certificate in a state folder, after checking its seal. It takes no lock, and
/// works beside a running monitor, which renews the file every 10 s.
/// </summary>
internal static class CertificateVerb
{
    /// <summary>The option that may be given without a value.</summary>
    public const string Flag = nameof(CertificateVerbOptions.Json);

    /// <summary>
    /// Exit code 0 when nothing is lost, 1 when something is, 2 when there is no valid certificate.
    /// </summary>
    public static async Task<int> RunAsync(VerbContext<MonitorOptions> context)
    {
        RunCertificate certificate =
            CertificateFile.Read(Path.Combine(context.Options.State.Folder, CertificateFile.Name));
        await context.Streams.Output.WriteLineAsync(context.Extra<CertificateVerbOptions>().Json
            ? Encoding.UTF8.GetString(CertificateFile.Encode(certificate))
            : CertificateText.Format(certificate));
        return certificate.Verdict is CertificateVerdict.Complete or CertificateVerdict.Open
            ? ExitCodes.Ok
            : ExitCodes.FatalError;
    }
}

/// <summary>Options of the verb `certificate`.</summary>
public sealed class CertificateVerbOptions
{
    /// <summary>Machine-readable output.</summary>
    [Description("the certificate as JSON instead of text; may be given as --json")]
    public bool Json { get; set; }
}
