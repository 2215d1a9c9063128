using Benchmarks.Measuring;

namespace Benchmarks.Signals;

/// <summary>One part of <c>benchmarks signals</c>.</summary>
/// <param name="Name">Its name for <c>--only</c>.</param>
/// <param name="Run">Measures, shorter when asked to be quick; throws <see cref="InvalidDataException"/> when a result is wrong.</param>
internal sealed record SignalsPart(string Name, Action<bool, MetricReport> Run);
