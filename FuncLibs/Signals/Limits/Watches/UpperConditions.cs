using System.Numerics;

namespace FuncLibs.Signals.Limits.Watches;

/// <summary>x &gt; limit.</summary>
internal readonly struct Above(double limit) : ISampleCondition
{
    private readonly Vector<double> _limit = new(limit);

    /// <inheritdoc/>
    public static bool UsesPrevious => false;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) => Vector.GreaterThan(x, _limit);

    /// <inheritdoc/>
    public double Measure(double x, double previous) => x;
}

/// <summary>x &lt;= limit.</summary>
internal readonly struct AtMost(double limit) : ISampleCondition
{
    private readonly Vector<double> _limit = new(limit);

    /// <inheritdoc/>
    public static bool UsesPrevious => false;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) => Vector.LessThanOrEqual(x, _limit);

    /// <inheritdoc/>
    public double Measure(double x, double previous) => x;
}
