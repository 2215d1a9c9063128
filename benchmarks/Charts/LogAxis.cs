namespace Benchmarks.Charts;

/// <summary>A horizontal logarithmic axis.</summary>
public sealed class LogAxis
{
    // The least value still has a bar that can be seen.
    private const double DecadesBelow = 0.25;

    private readonly double _from;
    private readonly double _to;

    /// <summary>An axis that holds all values, which are above 0, between two places of the picture.</summary>
    public LogAxis(IReadOnlyCollection<double> values, double start, double end)
    {
        _from = Math.Log10(values.Min()) - DecadesBelow;
        _to = Math.Log10(values.Max());
        Start = start;
        End = end;
    }

    /// <summary>Where bars begin.</summary>
    public double Start { get; }

    /// <summary>Where the bar of the greatest value ends.</summary>
    public double End { get; }

    /// <summary>The powers of ten on the axis.</summary>
    public IEnumerable<double> Decades =>
        Enumerable
            .Range((int)Math.Ceiling(_from), (int)Math.Floor(_to) - (int)Math.Ceiling(_from) + 1)
            .Select(power => Math.Pow(10, power));

    /// <summary>Place of a value.</summary>
    public double At(double value) => Start + ((Math.Log10(value) - _from) / (_to - _from) * (End - Start));
}
