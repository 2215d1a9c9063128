using System.Runtime.Intrinsics;

namespace FuncLibs.Signals.Windows.Aggregates;

/// <summary>
/// An associative operation that folds a window into one number. A processor with other vectors computes the same bits,
/// because every operation is one of single values, lane by lane.
/// </summary>
internal interface IAggregate
{
    /// <summary>What changes nothing: used where there is no value.</summary>
    static abstract Vector256<double> Identity { get; }

    /// <summary>What a value brings into the fold.</summary>
    static abstract Vector512<double> Term(Vector512<double> values);

    /// <summary>Two folds into one, the older first.</summary>
    static abstract Vector256<double> Combine(Vector256<double> older, Vector256<double> newer);

    /// <summary>The same of twice as many lanes.</summary>
    static abstract Vector512<double> Combine(Vector512<double> older, Vector512<double> newer);

    /// <summary>
    /// What the function makes of the fold of a full window: the mean, its root, or the fold as it is.
    /// </summary>
    static abstract Vector512<double> Result(Vector512<double> aggregates, WindowLength length);
}

/// <summary>The sum. Negative zero is what changes nothing: it leaves even a negative zero as it is.</summary>
internal readonly struct Sum : IAggregate
{
    public static Vector256<double> Identity => Vector256.Create(-0.0);

    public static Vector512<double> Term(Vector512<double> values) => values;

    public static Vector256<double> Combine(Vector256<double> older, Vector256<double> newer) => older + newer;

    public static Vector512<double> Combine(Vector512<double> older, Vector512<double> newer) => older + newer;

    public static Vector512<double> Result(Vector512<double> aggregates, WindowLength length) =>
        length.Mean(aggregates);
}

/// <summary>The sum of the squares.</summary>
internal readonly struct SumOfSquares : IAggregate
{
    public static Vector256<double> Identity => Vector256.Create(-0.0);

    public static Vector512<double> Term(Vector512<double> values) => values * values;

    public static Vector256<double> Combine(Vector256<double> older, Vector256<double> newer) => older + newer;

    public static Vector512<double> Combine(Vector512<double> older, Vector512<double> newer) => older + newer;

    public static Vector512<double> Result(Vector512<double> aggregates, WindowLength length) =>
        Vector512.Sqrt(length.Mean(aggregates));
}

/// <summary>The least value; NaN wins, -0 is below +0 (IEEE 754-2019 minimum).</summary>
internal readonly struct Minimum : IAggregate
{
    public static Vector256<double> Identity => Vector256.Create(double.PositiveInfinity);

    public static Vector512<double> Term(Vector512<double> values) => values;

    public static Vector256<double> Combine(Vector256<double> older, Vector256<double> newer) =>
        Vector256.Min(older, newer);

    public static Vector512<double> Combine(Vector512<double> older, Vector512<double> newer) =>
        Vector512.Min(older, newer);

    public static Vector512<double> Result(Vector512<double> aggregates, WindowLength length) => aggregates;
}

/// <summary>The greatest value; NaN wins, +0 is above -0 (IEEE 754-2019 maximum).</summary>
internal readonly struct Maximum : IAggregate
{
    public static Vector256<double> Identity => Vector256.Create(double.NegativeInfinity);

    public static Vector512<double> Term(Vector512<double> values) => values;

    public static Vector256<double> Combine(Vector256<double> older, Vector256<double> newer) =>
        Vector256.Max(older, newer);

    public static Vector512<double> Combine(Vector512<double> older, Vector512<double> newer) =>
        Vector512.Max(older, newer);

    public static Vector512<double> Result(Vector512<double> aggregates, WindowLength length) => aggregates;
}
