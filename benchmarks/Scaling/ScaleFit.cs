namespace Benchmarks.Scaling;

/// <summary>A straight line through what runs of several numbers of rigs cost.</summary>
/// <param name="Base">What there is without rigs; not below 0.</param>
/// <param name="PerRig">What each rig adds.</param>
public sealed record ScaleFit(double Base, double PerRig)
{
    /// <summary>
    /// The line of least squares; through the origin where that would begin below 0, or there is one run.
    /// </summary>
    /// <param name="runs">Number of rigs and cost of each run, one or more, of one rig or more.</param>
    public static ScaleFit Of(IReadOnlyList<(int Rigs, double Cost)> runs)
    {
        double rigs = runs.Average(run => run.Rigs);
        double cost = runs.Average(run => run.Cost);
        double spread = runs.Sum(run => (run.Rigs - rigs) * (run.Rigs - rigs));
        double slope = spread == 0 ? 0 : runs.Sum(run => (run.Rigs - rigs) * (run.Cost - cost)) / spread;
        double start = cost - (slope * rigs);
        return spread == 0 || start < 0
            ? new ScaleFit(0, runs.Sum(run => run.Rigs * run.Cost) / runs.Sum(run => (double)run.Rigs * run.Rigs))
            : new ScaleFit(start, slope);
    }

    /// <summary>What so many rigs cost if it goes on like that.</summary>
    public double At(int rigs) => Base + (PerRig * rigs);
}
