using System.Globalization;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// Whether a signal is sampled fast enough for its cycles. With n equally spaced points a peak of a sine is at most
/// half a step from a point, which reads cos(pi / n) of the amplitude: 1 - cos(pi / n) too low. <c>default</c> is
/// unknown.
/// </summary>
/// <param name="PointsPerCycle">Samples from reversal to reversal; 0 while no cycle is closed.</param>
public readonly record struct RateAdequacy(double PointsPerCycle)
{
    /// <summary>Points per cycle below which peaks are too wrong to be used: 4.9 %.</summary>
    public const double FewestPoints = 10;

    /// <summary>Points per cycle for peaks within 1.2 %.</summary>
    public const double FairPoints = 20;

    /// <summary>Points per cycle for peaks within 0.2 %.</summary>
    public const double GoodPoints = 50;

    /// <summary>
    /// By how much a peak may read too low, of the amplitude: 0 to 1; NaN while unknown or below the two points a cycle
    /// needs.
    /// </summary>
    public double PeakError => PointsPerCycle >= 2 ? 1 - Math.Cos(Math.PI / PointsPerCycle) : double.NaN;

    /// <summary>What to think of it.</summary>
    public RateVerdict Verdict => PointsPerCycle switch
    {
        >= GoodPoints => RateVerdict.Good,
        >= FairPoints => RateVerdict.Fair,
        >= FewestPoints => RateVerdict.Coarse,
        > 0 => RateVerdict.TooFew,
        _ => RateVerdict.Unknown,
    };

    /// <summary>One line for an engineer: what, how bad, what to do.</summary>
    public override string ToString() => Verdict switch
    {
        RateVerdict.Unknown => "no closed cycle yet",
        RateVerdict.Good => string.Create(
            CultureInfo.InvariantCulture,
            $"{PointsPerCycle:0.#} points per cycle: peaks within {100 * PeakError:0.##} %"),
        _ => string.Create(
            CultureInfo.InvariantCulture,
            $"{PointsPerCycle:0.#} points per cycle: peaks may read {100 * PeakError:0.#} % too low; "
            + $"sample {GoodPoints / PointsPerCycle:0.#} times as fast for 0.2 %"),
    };
}

/// <summary>How well a sample rate shows the peaks of a cyclic signal.</summary>
public enum RateVerdict : byte
{
    /// <summary>No cycle is closed yet.</summary>
    Unknown,

    /// <summary>Fewer than 10 points per cycle: a peak may read more than 4.9 % of the amplitude too low.</summary>
    TooFew,

    /// <summary>10 to 20: up to 4.9 %.</summary>
    Coarse,

    /// <summary>20 to 50: up to 1.2 %.</summary>
    Fair,

    /// <summary>50 or more: up to 0.2 %.</summary>
    Good,
}
