namespace Simulator.Presets;

/// <summary>The controller: one PIDF loop a control mode.</summary>
public sealed record ControlPreset
{
    /// <summary>Loop of the stroke.</summary>
    public LoopPreset Displacement { get; init; } = new();

    /// <summary>Loop of the force.</summary>
    public LoopPreset Force { get; init; } = new();

    /// <summary>Loop of the strain; slower, since its gain grows several times when the specimen yields.</summary>
    public LoopPreset Strain { get; init; } = new() { BandwidthHz = 15 };

    /// <summary>Greatest strain that the extensometer allows to either side, %. 5.</summary>
    public double StrainRangePercent { get; init; } = 5;

    /// <summary>
    /// Whether a break of the specimen trips the interlock, so that the piston does not run away. True.
    /// </summary>
    public bool StopsAtBreak { get; init; } = true;

    /// <summary>Seconds in which the command returns to its course after a reset. 1.</summary>
    public double ResumeSeconds { get; init; } = 1;

    /// <summary>Loop of a mode.</summary>
    public LoopPreset Get(AxisControlMode mode) => mode switch
    {
        AxisControlMode.Displacement => Displacement,
        AxisControlMode.Force => Force,
        _ => Strain,
    };

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path, double loopHz)
    {
        Displacement.Check(faults, $"{path}.displacement", loopHz);
        Force.Check(faults, $"{path}.force", loopHz);
        Strain.Check(faults, $"{path}.strain", loopHz);
        faults.Within($"{path}.strainRangePercent", StrainRangePercent, 0.01, 1000, "%");
        faults.Within($"{path}.resumeSeconds", ResumeSeconds, 0.01, 3600, "s");
    }
}

/// <summary>
/// Gains of one control loop: drive = P e + I (integral of e) - D (rate of the feedback) + F (rate of the command),
/// drive in % of the valve, all else in the unit of the mode.
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

    /// <summary>Corner of the low-pass after D, Hz. 200; below half the loop's rate.</summary>
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

/// <summary>What the controller holds to the command; the value of the ActiveCtrl column.</summary>
public enum AxisControlMode
{
    /// <summary>Position of the piston, mm.</summary>
    Displacement = 0,

    /// <summary>Force at the load cell, kN.</summary>
    Force = 1,

    /// <summary>Strain of the gauge length, %.</summary>
    Strain = 2,
}
