namespace Benchmarks.Measuring;

/// <summary>What the repeats of one case gave.</summary>
/// <param name="values">One a repeat, one or more.</param>
public sealed class Repeats(IReadOnlyList<double> values)
{
    /// <summary>How often a case is repeated.</summary>
    public const int Count = 5;

    /// <summary>One a repeat.</summary>
    public IReadOnlyList<double> Values => values;

    /// <summary>The one in the middle; the upper one of the middle two when their number is even.</summary>
    public double Median => values.Order().ElementAt(values.Count / 2);

    /// <summary>From the least to the greatest, in percent of the median.</summary>
    public double SpreadPercent => Median == 0 ? 0 : (values.Max() - values.Min()) / Math.Abs(Median) * 100;

    /// <summary>Adds the median as <paramref name="name"/>, and <c>NAME.spread</c>.</summary>
    internal void AddTo(MetricReport report, string name, string unit)
    {
        report.Add(name, Median, unit);
        report.Add($"{name}.spread", SpreadPercent, "%");
    }
}
