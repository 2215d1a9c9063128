namespace Simulator.Presets;

/// <summary>What a furnace zone has.</summary>
public enum ZoneQuantity
{
    /// <summary>Set point, degC.</summary>
    Command,

    /// <summary>Power of the heater, %.</summary>
    Output,

    /// <summary>Temperature at the upper grip, degC.</summary>
    Upper,

    /// <summary>Temperature at the middle of the specimen, which is controlled, degC.</summary>
    Middle,

    /// <summary>Temperature at the lower grip, degC.</summary>
    Lower,

    /// <summary>Temperature of the room at the zone, degC.</summary>
    Ambient,
}
