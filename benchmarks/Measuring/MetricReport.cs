using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Benchmarks.Measuring;

/// <summary>Prints figures as they come and writes them to a file at the end.</summary>
internal sealed class MetricReport
{
    private readonly List<Metric> _metrics = [];

    public void Add(string name, double value, string unit)
    {
        _metrics.Add(new Metric(name, value, unit));
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{name} {value:0.###} {unit}"));
    }

    public void WriteTo(FileInfo file)
    {
        using FileStream stream = file.Create();
        JsonSerializer.Serialize(stream, _metrics, MetricJsonContext.Default.ListMetric);
    }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(List<Metric>))]
internal sealed partial class MetricJsonContext : JsonSerializerContext;

/// <summary>One figure: <c>name value unit</c> on the console, one object in the JSON file.</summary>
/// <param name="Name">Parts with dots between them, from the general to the special.</param>
/// <param name="Value">The figure.</param>
/// <param name="Unit">Its unit.</param>
public sealed record Metric(string Name, double Value, string Unit);

/// <summary>Reads back the figures that a run with <c>--json</c> wrote.</summary>
public static class MetricFile
{
    /// <summary>The figures of several files.</summary>
    /// <param name="files">The files.</param>
    /// <param name="faults">Takes why one cannot be read.</param>
    public static IReadOnlyList<Metric> Read(IEnumerable<FileInfo> files, ICollection<string> faults)
    {
        List<Metric> metrics = [];
        foreach (FileInfo file in files)
        {
            if (Read(file, out string? fault) is { } read)
                metrics.AddRange(read);
            else
                faults.Add($"{file.FullName}: {fault}");
        }

        return metrics;
    }

    /// <summary>The figures; null when there are none to read, with the reason in <paramref name="fault"/>.</summary>
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
