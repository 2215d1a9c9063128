namespace Simulator.Presets;

/// <summary>Shape of one group: equal channels.</summary>
/// <param name="Channels">Channels.</param>
/// <param name="Points">Points of a block.</param>
/// <param name="Sensors">Sensor columns a channel; 0 for analogue inputs.</param>
public readonly record struct GroupPreset(int Channels, int Points, int Sensors = 0);

/// <summary>Shape and pace of a simulated rig. Rates follow: the base clock runs at <c>Servo.Points * BlocksPerSecond</c>.</summary>
/// <param name="Name">Name in configuration.</param>
/// <param name="Servo">Servo channels; their rate is the base clock.</param>
/// <param name="Temp">Temperature channels.</param>
/// <param name="AD">Analogue inputs.</param>
/// <param name="BitIn">Digital inputs.</param>
/// <param name="BitOut">Digital outputs.</param>
/// <param name="BaseRateHz">Rate of the base clock; a whole number.</param>
public sealed record RigPreset(
    string Name, GroupPreset Servo, GroupPreset Temp, GroupPreset AD, int BitIn, int BitOut, long BaseRateHz)
{
    /// <summary>Blocks a second.</summary>
    public double BlocksPerSecond => (double)BaseRateHz / Servo.Points;
}
