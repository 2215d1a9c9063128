namespace Simulator.Plant;

/// <summary>What the controller holds to the command; the value of the ActiveCtrl column.</summary>
public enum ControlMode
{
    /// <summary>Position of the piston, mm.</summary>
    Displacement = 0,

    /// <summary>Force at the load cell, kN.</summary>
    Force = 1,

    /// <summary>Strain of the gauge length, %.</summary>
    Strain = 2,
}
