namespace Simulator.Plant;

/// <summary>Facts about the quantities of an axis.</summary>
public static class AxisQuantities
{
    /// <summary>Quantities of an axis: length of what <see cref="Axis.Step"/> fills.</summary>
    public const int Count = (int)AxisQuantity.Temperature + 1;

    /// <summary>Unit of a quantity; that of the command follows from the control mode.</summary>
    public static string UnitOf(AxisQuantity quantity, ControlMode mode) => quantity switch
    {
        AxisQuantity.Command => UnitOf(mode),
        AxisQuantity.Output => "%",
        AxisQuantity.Force => "kN",
        AxisQuantity.Stroke => "mm",
        AxisQuantity.Strain => "%",
        AxisQuantity.Pressure => "MPa",
        AxisQuantity.Spool => "V",
        AxisQuantity.Accel => "m/s2",
        AxisQuantity.Torque => "N.m",
        _ => "degC",
    };

    /// <summary>Unit of what a mode controls.</summary>
    public static string UnitOf(ControlMode mode) => mode switch
    {
        ControlMode.Displacement => "mm",
        ControlMode.Force => "kN",
        _ => "%",
    };

    /// <summary>The quantity that a mode controls.</summary>
    public static AxisQuantity FeedbackOf(ControlMode mode) => mode switch
    {
        ControlMode.Displacement => AxisQuantity.Stroke,
        ControlMode.Force => AxisQuantity.Force,
        _ => AxisQuantity.Strain,
    };
}
