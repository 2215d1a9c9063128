namespace Simulator.Rig;

/// <summary>The quantities of a 100 kN servo-hydraulic frame with a furnace.</summary>
public static class SensorKinds
{
    /// <summary>Set point of a servo channel: force, computed, so without noise.</summary>
    public static SensorKind ServoCommand { get; } = new("command", "kN", -100, 100, 24, 5, 60, 0, 0);

    /// <summary>Drive of the servo valve; it leads the motion by a quarter turn.</summary>
    public static SensorKind ServoOutput { get; } = new("output", "%", -100, 100, 16, 1.5, 45, 0.25, 0.002);

    /// <summary>Sensors of a servo channel, in order.</summary>
    public static IReadOnlyList<SensorKind> Servo { get; } =
    [
        new("force", "kN", -100, 100, 24, 5, 60, 0, 0.002),
        new("stroke", "mm", -75, 75, 18, 0, 12, 0, 0.003),
        new("strain", "%", -2, 2, 24, 0.05, 0.6, -0.01, 0.004),
        new("pressure", "MPa", 0, 35, 16, 21, 3, 0.5, 0.01),
        new("spool", "V", -10, 10, 16, 0.15, 4.5, 0.25, 0.01),
        new("accel", "m/s2", -50, 50, 16, 0, 8, 0.5, 0.02),
        new("torque", "N.m", -500, 500, 18, 0, 25, 0.02, 0.01),
        new("temperature", "degC", -50, 200, 16, 38, 0.4, -0.1, 0.008),
    ];

    /// <summary>Set point of a temperature channel.</summary>
    public static SensorKind TempCommand { get; } = new("command", "degC", 0, 1000, 24, 350, 20, 0, 0);

    /// <summary>Power of the heater.</summary>
    public static SensorKind TempOutput { get; } = new("output", "%", 0, 100, 16, 42, 15, 0.2, 0.002);

    /// <summary>Sensors of a temperature channel, in order.</summary>
    public static IReadOnlyList<SensorKind> Temp { get; } =
    [
        new("upper", "degC", 0, 1000, 18, 351, 20, -0.02, 0.005),
        new("middle", "degC", 0, 1000, 18, 350, 19, -0.03, 0.005),
        new("lower", "degC", 0, 1000, 18, 348, 18, -0.04, 0.005),
        new("ambient", "degC", -50, 200, 16, 23, 0.8, -0.2, 0.006),
    ];

    /// <summary>An analogue input.</summary>
    public static SensorKind Analogue { get; } = new("value", "V", -10, 10, 16, 0.5, 6, 0, 0.015);
}
