using Simulator.Presets;

namespace Simulator.Plant;

/// <summary>
/// Gains of one control loop: drive = P e + I (integral of e) - D (rate of the feedback) + F (rate of the command), drive in % of the
/// valve, all else in the unit of the mode.
/// </summary>
public sealed record LoopPreset
{
    /// <summary>Crossover that a tuned P gives on the elastic specimen, Hz. 25. Ignored when P is given.</summary>
    public double BandwidthHz { get; init; } = 25;

    /// <summary>P in % of drive a unit; 0 (default): tuned for the bandwidth.</summary>
    public double Proportional { get; init; }

    /// <summary>I as a part of P a second. 2.</summary>
    public double IntegralPerSecond { get; init; } = 2;

    /// <summary>D as a part of P, seconds. 0.</summary>
    public double DerivativeSeconds { get; init; }

    /// <summary>Corner of the low-pass behind D, Hz. 200; below half the loop's rate.</summary>
    public double DerivativeCornerHz { get; init; } = 200;

    /// <summary>F in % of what would hold the command's speed without any error. 0.</summary>
    public double FeedForwardPercent { get; init; }

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path, double loopHz)
    {
        faults.Within($"{path}.bandwidthHz", BandwidthHz, 0.01, loopHz / 8, "Hz (an eighth of loopHz)");
        faults.Within($"{path}.proportional", Proportional, 0, 1e9, "% a unit");
        faults.Within($"{path}.integralPerSecond", IntegralPerSecond, 0, 1000, "1/s");
        faults.Within($"{path}.derivativeSeconds", DerivativeSeconds, 0, 1, "s");
        faults.Within($"{path}.feedForwardPercent", FeedForwardPercent, 0, 200, "%");
        faults.Positive($"{path}.derivativeCornerHz", DerivativeCornerHz, "Hz");
        if (DerivativeCornerHz >= loopHz / 2)
        {
            faults.Add(
                $"{path}.derivativeCornerHz",
                FormattableString.Invariant($"{DerivativeCornerHz}"),
                FormattableString.Invariant($"must be below half of loopHz: {loopHz / 2} Hz"));
        }
    }
}
