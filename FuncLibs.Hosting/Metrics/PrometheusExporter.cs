using System.Text;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace FuncLibs.Hosting.Metrics;

/// <summary>Appends each batch of metrics to a text that its owner reads and clears.</summary>
internal sealed class PrometheusExporter(StringBuilder text) : BaseExporter<Metric>
{
    /// <inheritdoc/>
    public override ExportResult Export(in Batch<Metric> batch)
    {
        foreach (Metric metric in batch)
            PrometheusText.Append(text, metric);
        return ExportResult.Success;
    }
}
