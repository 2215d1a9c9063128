namespace Simulator.Rig.Plants;

/// <summary>What a plant shows at the digital inputs.</summary>
[Flags]
internal enum PlantState
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>The pressure is on.</summary>
    Hydraulics = 1,

    /// <summary>The valve is closed by the interlock or the emergency stop.</summary>
    Interlock = 2,

    /// <summary>The piston is within a hundredth of the end of its stroke, or the force is at the frame's rating.</summary>
    AtLimit = 4,

    /// <summary>The specimen is broken.</summary>
    Broken = 8,
}
