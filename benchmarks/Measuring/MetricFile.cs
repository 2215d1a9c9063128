using System.Text.Json;

namespace Benchmarks.Measuring;

/// <summary>Reads back the figures that a run with <c>--json</c> wrote.</summary>
public static class MetricFile
{
    /// <summary>The figures; null when there are none to read, and then <paramref name="fault"/> says why.</summary>
    public static IReadOnlyList<Metric>? Read(FileInfo file, out string? fault)
    {
        fault = null;
        try
        {
            using FileStream stream = file.OpenRead();
            List<Metric>? metrics = JsonSerializer.Deserialize(stream, MetricJsonContext.Default.ListMetric);
            if (metrics is not null && metrics.TrueForAll(metric => metric is { Name: not null, Unit: not null }))
                return metrics;
            fault = "every figure needs name, value and unit";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            fault = e.Message;
        }

        return null;
    }
}
