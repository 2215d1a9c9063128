using System.Numerics;

namespace FuncLibs.Signals.Limits.Watches;

/// <summary>abs(x - previous) * rate &gt; limit; difference and product are each rounded.</summary>
internal readonly struct Steeper(double rateHz, double limit) : ISampleCondition
{
    private readonly Vector<double> _rate = new(rateHz);
    private readonly Vector<double> _limit = new(limit);

    /// <inheritdoc/>
    public static bool UsesPrevious => true;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) => Vector.GreaterThan(Vector.Abs(x - previous) * _rate, _limit);

    /// <inheritdoc/>
    public double Measure(double x, double previous) => Math.Abs(x - previous) * _rate[0];
}

/// <summary>abs(x - previous) * rate &lt;= limit.</summary>
internal readonly struct Flatter(double rateHz, double limit) : ISampleCondition
{
    private readonly Vector<double> _rate = new(rateHz);
    private readonly Vector<double> _limit = new(limit);

    /// <inheritdoc/>
    public static bool UsesPrevious => true;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) =>
        Vector.LessThanOrEqual(Vector.Abs(x - previous) * _rate, _limit);

    /// <inheritdoc/>
    public double Measure(double x, double previous) => Math.Abs(x - previous) * _rate[0];
}
