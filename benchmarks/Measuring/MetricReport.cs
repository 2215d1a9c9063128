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
