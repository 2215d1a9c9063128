namespace SignalMonitor.Variables.Definitions;

/// <summary>A test on one specimen: one row of `test_run`. A station has at most one that is not stopped.</summary>
public sealed record TestRun : Definition
{
    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>Name of the run, unique in the station.</summary>
    public required string Name { get; init; }

    /// <summary>Who runs it.</summary>
    public string Operator { get; init; } = "";

    /// <summary>The specimen.</summary>
    public string Specimen { get; init; } = "";

    /// <summary>
    /// Gauge length L0 in mm (<c>run.l0</c>), 0.001 to 100,000; null = not given; formulas that need it report that.
    /// </summary>
    public double? L0Mm { get; init; }

    /// <summary>Cross section S0 in mm2 (<c>run.s0</c>), 0.001 to 10,000,000; null = not given.</summary>
    public double? S0Mm2 { get; init; }

    /// <summary>What the controller holds.</summary>
    public ControlMode ControlMode { get; init; } = ControlMode.Stroke;

    /// <summary>When it began.</summary>
    public DateTimeOffset StartedUtc { get; init; }

    /// <summary>When it was stopped; null = it runs.</summary>
    public DateTimeOffset? StoppedUtc { get; init; }

    /// <summary>Free text.</summary>
    public string Note { get; init; } = "";
}

/// <summary>What the controller holds during a test run (ISO 6892-1: strain rate or stress rate).</summary>
public enum ControlMode
{
    /// <summary>Position of the actuator.</summary>
    Stroke,

    /// <summary>Force, or the stress made of it.</summary>
    Force,

    /// <summary>Strain.</summary>
    Strain,

    /// <summary>Something else, as in the note.</summary>
    Other,
}
