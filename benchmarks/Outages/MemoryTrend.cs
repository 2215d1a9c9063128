namespace Benchmarks.Outages;

/// <summary>Memory of processes over time, and the slope of the line through it (least squares).</summary>
internal sealed class MemoryTrend
{
    private const double MinutesPerHour = 60;
    private readonly SortedDictionary<string, List<(double Minute, long Bytes)>> _samples = new(StringComparer.Ordinal);

    public void Add(string name, double minute, long bytes)
    {
        if (!_samples.TryGetValue(name, out List<(double Minute, long Bytes)>? samples))
            _samples.Add(name, samples = []);
        samples.Add((minute, bytes));
    }

    /// <summary>Bytes an hour of each, and its last size; those with fewer than two samples have no slope.</summary>
    public IEnumerable<(string Name, double BytesPerHour, long Last)> Slopes() =>
        _samples
            .Where(entry => entry.Value.Count > 1)
            .Select(entry => (entry.Key, SlopeOf(entry.Value) * MinutesPerHour, entry.Value[^1].Bytes));

    private static double SlopeOf(List<(double Minute, long Bytes)> samples)
    {
        double minute = samples.Average(sample => sample.Minute);
        double bytes = samples.Average(sample => sample.Bytes);
        double spread = samples.Sum(sample => (sample.Minute - minute) * (sample.Minute - minute));
        return samples.Sum(sample => (sample.Minute - minute) * (sample.Bytes - bytes)) / spread;
    }
}
