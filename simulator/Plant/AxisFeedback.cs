namespace Simulator.Plant;

/// <summary>What the controller can hold, at one tick.</summary>
/// <param name="StrokeMm">Position of the piston.</param>
/// <param name="ForceKN">Force at the load cell.</param>
/// <param name="StrainPercent">Strain of the gauge length.</param>
public readonly record struct AxisFeedback(double StrokeMm, double ForceKN, double StrainPercent)
{
    /// <summary>The one that a mode controls.</summary>
    public double Of(ControlMode mode) => mode switch
    {
        ControlMode.Displacement => StrokeMm,
        ControlMode.Force => ForceKN,
        _ => StrainPercent,
    };
}
