namespace Benchmarks.Measuring;

/// <summary>One thing that is timed.</summary>
/// <param name="Name">Name of its figures.</param>
/// <param name="Run">Does it once.</param>
internal sealed record Candidate(string Name, Action Run)
{
    /// <summary>Microseconds of one run, one a sample.</summary>
    public List<double> SamplesUs { get; } = [];

    /// <summary>Runs in one sample, so that a sample takes about a millisecond.</summary>
    public int RunsPerSample { get; set; } = 1;

    /// <summary>Bytes one run takes from the managed heap once warm.</summary>
    public long AllocatedBytes { get; set; }

    /// <summary>Median of the samples in microseconds.</summary>
    public double MedianUs
    {
        get
        {
            double[] sorted = [.. SamplesUs.Order()];
            int middle = sorted.Length / 2;
            return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
    }
}
