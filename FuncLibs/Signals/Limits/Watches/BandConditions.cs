using System.Numerics;

namespace FuncLibs.Signals.Limits.Watches;

/// <summary>x &lt; lower or x &gt; upper.</summary>
internal readonly struct Outside(double lower, double upper) : ISampleCondition
{
    private readonly Vector<double> _lower = new(lower);
    private readonly Vector<double> _upper = new(upper);

    /// <inheritdoc/>
    public static bool UsesPrevious => false;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) => Vector.LessThan(x, _lower) | Vector.GreaterThan(x, _upper);

    /// <inheritdoc/>
    public double Measure(double x, double previous) => x;
}

/// <summary>lower &lt;= x &lt;= upper.</summary>
internal readonly struct Inside(double lower, double upper) : ISampleCondition
{
    private readonly Vector<double> _lower = new(lower);
    private readonly Vector<double> _upper = new(upper);

    /// <inheritdoc/>
    public static bool UsesPrevious => false;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) =>
        Vector.GreaterThanOrEqual(x, _lower) & Vector.LessThanOrEqual(x, _upper);

    /// <inheritdoc/>
    public double Measure(double x, double previous) => x;
}
