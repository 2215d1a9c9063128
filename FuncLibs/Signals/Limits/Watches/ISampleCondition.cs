using System.Numerics;

namespace FuncLibs.Signals.Limits.Watches;

/// <summary>
/// A condition on a sample and the one before it, written once for a vector of any width. A single sample goes through the same code, so
/// a result never depends on vector width or block size. False for NaN.
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
