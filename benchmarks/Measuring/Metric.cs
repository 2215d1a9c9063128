namespace Benchmarks.Measuring;

/// <summary>One figure: <c>name value unit</c> on the console, one object in the JSON file.</summary>
/// <param name="Name">Parts with dots between them, from the general to the special.</param>
/// <param name="Value">The figure.</param>
/// <param name="Unit">Its unit.</param>
public sealed record Metric(string Name, double Value, string Unit);
