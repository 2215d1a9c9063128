using System.Runtime.Intrinsics;

namespace Simulator.Measuring.Stages;

/// <summary>A step of a chain over eight samples at a time; it may count on from one eight to the next.</summary>
internal interface ISampleStage
{
    /// <summary>The step for the next eight samples. Only sums, products, comparisons and bit operations, lane by lane, in written
    /// order: so every width of vector and the plain form give the same bits.</summary>
    Vector512<double> Next(Vector512<double> samples);
}
