using System.Numerics;

namespace FuncLibs.Signals.Limits.Watches;

/// <summary>x &lt; limit.</summary>
internal readonly struct Below(double limit) : ISampleCondition
{
    private readonly Vector<double> _limit = new(limit);

    /// <inheritdoc/>
    public static bool UsesPrevious => false;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) => Vector.LessThan(x, _limit);

    /// <inheritdoc/>
    public double Measure(double x, double previous) => x;
}

/// <summary>x &gt;= limit.</summary>
internal readonly struct AtLeast(double limit) : ISampleCondition
{
    private readonly Vector<double> _limit = new(limit);

    /// <inheritdoc/>
    public static bool UsesPrevious => false;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) => Vector.GreaterThanOrEqual(x, _limit);

    /// <inheritdoc/>
    public double Measure(double x, double previous) => x;
}
