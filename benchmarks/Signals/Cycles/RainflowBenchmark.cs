using System.Globalization;
using Benchmarks.Measuring;
using FuncLibs.Signals.Cycles;

namespace Benchmarks.Signals.Cycles;

/// <summary>
/// Samples a second through the incremental rainflow count: a sine of 100 points with noise and a band, as in a fatigue
/// test, and the worst there is, white noise without a band, in which two samples of three are reversals and every
/// range is a new one.
/// </summary>
internal static class RainflowBenchmark
{
    private const int Length = 200_000;
    private const int BlockLength = 1000;
    private const int OddLength = 997;
    private const double Band = 0.2;

    /// <summary>Checks that blocks give the rows of the whole and lose no reversal, then measures.</summary>
    /// <exception cref="InvalidDataException">The count is wrong.</exception>
    public static void Run(MetricReport report)
    {
        double[] noise = [.. Enumerable.Range(0, Length).Select(i => Mixed((ulong)i))];
        double[] sine = [.. noise.Select((value, i) => Math.Sin(2 * Math.PI * i / 100) + (0.05 * value))];
        Check(sine, Band, 0.999 * Length / 100);
        Check(noise, 0, 0.3 * Length);
        Candidate[] candidates =
        [
            CreateCandidate("signals.rainflow.sine", sine, Band),
            CreateCandidate("signals.rainflow.noise", noise, 0),
        ];
        Comparison.Run(candidates, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2));
        foreach (Candidate candidate in candidates)
        {
            report.Add(candidate.Name, BlockLength / candidate.MedianUs, "million samples/s");
            report.Add($"{candidate.Name}.allocated", candidate.AllocatedBytes, "bytes/block");
        }
    }

    // splitmix64 (Steele, Lea and Flood 2014): the same noise on every machine, 0 to 1.
    private static double Mixed(ulong step)
    {
        ulong z = (step + 1) * 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return ((z ^ (z >> 31)) >> 11) * (1.0 / (1UL << 53));
    }

    private static Candidate CreateCandidate(string name, double[] x, double band)
    {
        var table = new RainflowTable(band);
        int at = -BlockLength;
        return new Candidate(name, Next);

        void Next()
        {
            at = (at + BlockLength) % x.Length;
            table.Apply(at, x.AsSpan(at, BlockLength));
        }
    }

    private static void Check(double[] x, double band, double fewestCycles)
    {
        var whole = new RainflowTable(band);
        var cut = new RainflowTable(band);
        whole.Apply(0, x);
        for (int at = 0; at < x.Length; at += OddLength)
            cut.Apply(at, x.AsSpan(at, Math.Min(OddLength, x.Length - at)));
        double[] expected = [.. whole.Rows().SelectMany(row => row)];
        double cycles = whole.Rows().Sum(row => row[2]);
        if (!cut.Rows().SelectMany(row => row).SequenceEqual(expected) || cycles < fewestCycles)
            throw new InvalidDataException(string.Create(CultureInfo.InvariantCulture,
                $"rainflow: the count of blocks is not that of the whole, or {cycles} cycles are too few"));
    }
}
