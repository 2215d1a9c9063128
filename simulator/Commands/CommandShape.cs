namespace Simulator.Commands;

/// <summary>Shape of a segment; each moves between mean - amplitude and mean + amplitude if nothing else is said.</summary>
public enum CommandShape
{
    /// <summary>Stays at the mean.</summary>
    Hold,

    /// <summary>Goes to mean + amplitude at constant speed within <see cref="SegmentPreset.RiseSeconds"/> and stays there.</summary>
    Ramp,

    /// <summary>Sine.</summary>
    Sine,

    /// <summary>Triangle.</summary>
    Triangle,

    /// <summary>Square.</summary>
    Square,

    /// <summary>From the mean to mean + amplitude and back, as a sine of its speed: never below the mean.</summary>
    Haversine,

    /// <summary>Triangle cut at both ends.</summary>
    Trapezoid,

    /// <summary>Sine whose frequency moves from one to another.</summary>
    Sweep,

    /// <summary>Ramp and hold: up to mean + amplitude, hold, back to the mean, hold.</summary>
    Dwell,

    /// <summary>Random within a band of frequencies; the greatest value is the amplitude, three times the deviation.</summary>
    Random,

    /// <summary>Time history of a file, its values times the amplitude.</summary>
    File,
}
