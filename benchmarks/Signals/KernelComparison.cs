using System.Globalization;
using Benchmarks.Measuring;

namespace Benchmarks.Signals;

/// <summary>One kernel against its loop.</summary>
internal sealed class KernelComparison
{
    private const double Tolerance = 1e-9;

    private readonly KernelBenchmark _comparison;
    private readonly Columns _columns;

    public KernelComparison(KernelBenchmark comparison, Columns columns)
    {
        _comparison = comparison;
        _columns = columns;
        Kernel = new Candidate($"{comparison.Name}.kernel", () => comparison.Kernel(columns, columns.Ours));
        Loop = new Candidate($"{comparison.Name}.loop", () => comparison.Loop(columns, columns.Theirs));
    }

    public Candidate Kernel { get; }

    public Candidate Loop { get; }

    /// <summary>
    /// Both once, compared. Rounding to digits and mod are not the framework's formulas to the last bit; the tests have
    /// the exact rules.
    /// </summary>
    /// <exception cref="InvalidDataException">A value differs.</exception>
    public void Check()
    {
        Kernel.Run();
        Loop.Run();
        for (int i = 0; i < Columns.Length; i++)
        {
            (double ours, double theirs) = (_columns.Ours[i], _columns.Theirs[i]);
            if (!(Math.Abs(ours - theirs) <= Tolerance || ours.Equals(theirs)))
                throw new InvalidDataException(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{_comparison.Name} of value {i} is {ours:R}, the plain loop has {theirs:R}"));
        }
    }

    /// <summary>
    /// The least of the samples of each: a neighbour that empties the shared cache costs a kernel, which lives on it,
    /// several times its time, and the loop hardly anything.
    /// </summary>
    /// <exception cref="InvalidDataException">The kernel allocated.</exception>
    public void Report(MetricReport report)
    {
        if (Kernel.AllocatedBytes != 0)
            throw new InvalidDataException($"{_comparison.Name} took {Kernel.AllocatedBytes} bytes a column");
        string name = $"signals.{_comparison.Name}";
        report.Add($"{name}.us", Kernel.SamplesUs.Min(), "us");
        report.Add($"{name}.vs-loop", Loop.SamplesUs.Min() / Kernel.SamplesUs.Min(), "x");
        report.Add($"{name}.goal", _comparison.Goal, "x");
    }
}
