using System.Numerics;

namespace FuncLibs.Signals.Limits;

/// <summary>
/// A condition on a sample and the one before it, written once for a vector of any width. A single sample goes through
/// the same code, so a result never depends on vector width or block size. False for NaN.
/// </summary>
internal interface ISampleCondition
{
    /// <summary>True when the sample before has a part in it.</summary>
    static abstract bool UsesPrevious { get; }

    /// <summary>All bits of a lane set where it holds.</summary>
    Vector<long> Holds(Vector<double> x, Vector<double> previous);

    /// <summary>What is compared.</summary>
    double Measure(double x, double previous);
}

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

/// <summary>x &lt; lower or x &gt; upper.</summary>
internal readonly struct Outside(double lower, double upper) : ISampleCondition
{
    private readonly Vector<double> _lower = new(lower);
    private readonly Vector<double> _upper = new(upper);

    /// <inheritdoc/>
    public static bool UsesPrevious => false;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) =>
        Vector.LessThan(x, _lower) | Vector.GreaterThan(x, _upper);

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

/// <summary>abs(x - previous) * rate &gt; limit; difference and product are each rounded.</summary>
internal readonly struct Steeper(double rateHz, double limit) : ISampleCondition
{
    private readonly Vector<double> _rate = new(rateHz);
    private readonly Vector<double> _limit = new(limit);

    /// <inheritdoc/>
    public static bool UsesPrevious => true;

    /// <inheritdoc/>
    public Vector<long> Holds(Vector<double> x, Vector<double> previous) =>
        Vector.GreaterThan(Vector.Abs(x - previous) * _rate, _limit);

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
