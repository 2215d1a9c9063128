namespace Benchmarks.Measuring;

/// <summary>One figure: <c>name value unit</c> on the console, one object in the JSON file.</summary>
internal sealed record Metric(string Name, double Value, string Unit);
