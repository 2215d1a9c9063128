using Simulator.Plant;

namespace Simulator.Presets;

/// <summary>Facts about the quantities of an axis.</summary>
public static class AxisQuantities
{
    /// <summary>Quantities of an axis: length of what <see cref="Axis.Step"/> fills.</summary>
    public const int Count = (int)AxisQuantity.Temperature + 1;

    /// <summary>Unit of what a mode controls.</summary>
    public static string UnitOf(AxisControlMode mode) => mode switch
    {
        AxisControlMode.Displacement => "mm",
        AxisControlMode.Force => "kN",
        _ => "%",
    };

    /// <summary>The quantity that a mode controls.</summary>
    public static AxisQuantity FeedbackOf(AxisControlMode mode) => mode switch
    {
        AxisControlMode.Displacement => AxisQuantity.Stroke,
        AxisControlMode.Force => AxisQuantity.Force,
        _ => AxisQuantity.Strain,
    };
}

/// <summary>The true values of an axis at each tick, before any sensor.</summary>
public enum AxisQuantity
{
    /// <summary>Set point in the unit of the control mode: mm, kN or %.</summary>
    Command,

    /// <summary>Drive of the servo valve, -100 to 100 %.</summary>
    Output,

    /// <summary>
    /// Force at the load cell in kN, tension positive; the inertia of what hangs on the cell is in it.
    /// </summary>
    Force,

    /// <summary>Position of the piston in mm, 0 in the middle; positive pulls.</summary>
    Stroke,

    /// <summary>Engineering strain of the gauge length in %.</summary>
    Strain,

    /// <summary>Pressure of the pulling chamber in MPa.</summary>
    Pressure,

    /// <summary>Position of the valve's spool in V, -10 to 10.</summary>
    Spool,

    /// <summary>Acceleration of the piston in m/s2.</summary>
    Accel,

    /// <summary>Torque in N.m that a misaligned load train makes of the force.</summary>
    Torque,

    /// <summary>Temperature of the specimen in degC.</summary>
    Temperature,
}
