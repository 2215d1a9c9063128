namespace SignalMonitor.Variables.Definitions;

/// <summary>What the controller holds during a test run (ISO 6892-1: strain rate or stress rate).</summary>
public enum ControlMode
{
    /// <summary>Position of the actuator.</summary>
    Stroke,

    /// <summary>Force, or the stress made of it.</summary>
    Force,

    /// <summary>Strain.</summary>
    Strain,

    /// <summary>Something else; the note says what.</summary>
    Other,
}
