using System.Globalization;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Summaries;

namespace Launcher.Reporting;

/// <summary>The report for people.</summary>
public static class ReportText
{
    /// <summary>A few lines.</summary>
    public static string Of(RunReport report)
    {
        LatencySummary us = report.LatencyUs;
        ByProcess<double> threads = report.AllocatedBytesPerBlock;
        ByProcess<double> whole = report.ProcessAllocatedBytesPerBlock;
        return string.Create(CultureInfo.InvariantCulture, $"""
            published {report.Published}, delivered {report.Delivered}
            declared lost {report.DeclaredLost}, silently lost {report.SilentLoss}
            lost before numbering {report.LostBeforeSequence}, late ticks of the simulator {report.LateTicks}
            {report.BlocksPerSecond:F1} blocks/s, latency p50 {us.P50:F0} us, p99 {us.P99:F0} us, p99.9 {us.P999:F0} us, max {us.Max:F0} us
            bytes per block on block-path threads: connector {threads.Connector:F1}, monitor {threads.Monitor:F1}
            bytes per block of the process: connector {whole.Connector:F1}, monitor {whole.Monitor:F1}
            gen-2 collections: connector {report.Gen2.Connector}, monitor {report.Gen2.Monitor}
            transport: connector {report.Transport.Connector}, monitor {report.Transport.Monitor}
            {(report.Certificate is { } certificate ? CertificateText.Format(certificate) : "no certificate")}
            """);
    }
}
