using System.Globalization;
using System.Text;

namespace FuncLibs.Hosting.Certificates;

/// <summary>Formats a certificate for people: one page, plain text.</summary>
public static class CertificateText
{
    /// <summary>The page.</summary>
    public static string Format(RunCertificate certificate)
    {
        var page = new StringBuilder();
        LostBlocks lost = certificate.Lost;
        page.AppendLine(Culture, $"Certificate of delivery: {Headline(certificate)}");
        page.AppendLine(Culture, $"  since the first block: expected {certificate.Expected}, "
            + $"received {certificate.Received}, of these replayed {certificate.Replayed}");
        page.AppendLine(Culture, $"  declared lost {lost.Sum()}{Reasons(lost)}, "
            + $"missing {certificate.Missing}, silently lost {certificate.SilentLoss}");
        page.AppendLine(Culture, $"  lost at the rig {certificate.LostBeforeSequence}, "
            + $"gaps {certificate.Gaps}, maximum jitter {certificate.MaxJitterUs:F0} us");
        foreach (CertifiedClock clock in certificate.Clocks)
            page.AppendLine(
                Culture,
                $"  clock of {clock.Connector}: {clock.OffsetUs:+0;-0;0} us +- {clock.BoundUs:F0} us against this one");
        foreach (CertifiedStream stream in certificate.Streams)
            Append(page, stream);
        page.Append(Culture, $"  issued by {certificate.Program} on {certificate.Host}, "
            + $"{certificate.Created:yyyy-MM-dd HH:mm:ss}Z, seal {certificate.Seal}");
        return page.ToString();
    }

    private static CultureInfo Culture => CultureInfo.InvariantCulture;

    private static string Headline(RunCertificate certificate) => certificate.Verdict switch
    {
        CertificateVerdict.Complete => "COMPLETE",
        CertificateVerdict.Open => certificate.Final
            ? "OPEN (nothing is lost, but the end of a stream is not known)"
            : "OPEN (nothing is lost so far; the monitor runs, or was killed)",
        CertificateVerdict.Empty => "EMPTY (nothing was delivered)",
        _ => "INCOMPLETE",
    };

    private static void Append(StringBuilder page, CertifiedStream stream)
    {
        page.AppendLine(Culture, $"  stream {stream.Name} of {stream.Publisher}, "
            + $"epoch {stream.Epoch}: {stream.First} to {stream.Last}, {EndOf(stream.End)}");
        page.AppendLine(Culture, $"    received {stream.Received}, replayed {stream.Replayed}, "
            + $"lost {stream.Lost.Sum()}, missing {stream.Missing}");
        page.AppendLine(Culture, $"    sha-256 of payload CRCs {stream.PayloadSha256}");
    }

    private static string EndOf(StreamEnd end) => end switch
    {
        StreamEnd.Clean => "ended cleanly",
        StreamEnd.Closed => "ended; its last block is known from the connector's next run",
        StreamEnd.TailUnknown => "its end is unknown, after a power cut or an older backup of the connector",
        _ => "end not known",
    };

    private static string Reasons(LostBlocks lost)
    {
        (string Name, long Count)[] reasons =
        [
            ("in gaps", lost.Gap),
            ("at the tail", lost.Tail),
            ("at an unclean stop", lost.UncleanStop),
            ("gone from the journal", lost.Gone),
            ("unanswered", lost.Unanswered),
            ("undecodable", lost.Undecodable),
        ];
        string text = string.Join(
            ", ", reasons.Where(reason => reason.Count > 0).Select(reason => $"{reason.Count} {reason.Name}"));
        return text.Length > 0 ? $" ({text})" : "";
    }
}
