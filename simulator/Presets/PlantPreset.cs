namespace Simulator.Presets;

/// <summary>
/// Servo valve, actuator, frame and load train of one axis. The defaults are a 100 kN fatigue frame at 21 MPa.
/// </summary>
public sealed record PlantPreset
{
    /// <summary>Rated force of the frame, kN. 100.</summary>
    public double ForceKN { get; init; } = 100;

    /// <summary>Way of the piston to either side of the middle, mm. 75.</summary>
    public double StrokeMm { get; init; } = 75;

    /// <summary>Supply pressure, MPa. 21.</summary>
    public double SupplyMPa { get; init; } = 21;

    /// <summary>Piston area, mm2. 5500: stalls at 115 kN.</summary>
    public double PistonAreaMm2 { get; init; } = 5500;

    /// <summary>Oil under pressure between valve and piston at both sides, cm3. 910: the stroke and a tenth.</summary>
    public double OilVolumeCm3 { get; init; } = 910;

    /// <summary>Bulk modulus of the oil, GPa, 0.7 (air in it) to 1.4. 1.</summary>
    public double OilModulusGPa { get; init; } = 1;

    /// <summary>Damping of the oil column mode as a ratio, 0.1 to 0.3. 0.2.</summary>
    public double OilDamping { get; init; } = 0.2;

    /// <summary>Piston, rod, cell and lower grip, kg. 50.</summary>
    public double MassKg { get; init; } = 50;

    /// <summary>What hangs on the load cell at the side of the specimen, kg: its inertia is in the force. 4.</summary>
    public double CellMassKg { get; init; } = 4;

    /// <summary>Friction of the seals, N. 150.</summary>
    public double FrictionN { get; init; } = 150;

    /// <summary>Friction that grows with speed, N per m/s. 500.</summary>
    public double ViscousNsPerM { get; init; } = 500;

    /// <summary>Leakage across the piston, litres a minute at supply pressure. 0.5.</summary>
    public double LeakLitresPerMinute { get; init; } = 0.5;

    /// <summary>Flow of the open valve without load, litres a minute. 110: 0.33 m/s.</summary>
    public double FlowLitresPerMinute { get; init; } = 110;

    /// <summary>Frequency at which the spool lags by 90 degrees, Hz, 60 to 150. 100.</summary>
    public double ValveHz { get; init; } = 100;

    /// <summary>Damping of the spool as a ratio, 0.7 to 0.9. 0.8.</summary>
    public double ValveDamping { get; init; } = 0.8;

    /// <summary>
    /// Part of the spool's way to either side that opens nothing, %. 0.01: a critically lapped valve.
    /// </summary>
    public double DeadBandPercent { get; init; } = 0.01;

    /// <summary>Stiffness of columns and crosshead, kN/mm. 450.</summary>
    public double FrameStiffnessKNPerMm { get; init; } = 450;

    /// <summary>Mass of the crosshead that moves with it, kg. 250.</summary>
    public double FrameMassKg { get; init; } = 250;

    /// <summary>Damping of the frame's mode as a ratio. 0.03.</summary>
    public double FrameDamping { get; init; } = 0.03;

    /// <summary>Stiffness of grips, cell and rods in series with the specimen, kN/mm. 500.</summary>
    public double GripStiffnessKNPerMm { get; init; } = 500;

    /// <summary>Lever by which a misaligned load train makes torque of force, mm. 4.</summary>
    public double TorqueArmMm { get; init; } = 4;

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path)
    {
        faults.Positive($"{path}.forceKN", ForceKN, "kN");
        faults.Positive($"{path}.strokeMm", StrokeMm, "mm");
        faults.Within($"{path}.supplyMPa", SupplyMPa, 1, 50, "MPa");
        faults.Within($"{path}.pistonAreaMm2", PistonAreaMm2, 1, 1e6, "mm2");
        faults.Within($"{path}.oilVolumeCm3", OilVolumeCm3, 0.1, 1e6, "cm3");
        faults.Within($"{path}.oilModulusGPa", OilModulusGPa, 0.7, 1.4, "GPa");
        faults.Within($"{path}.oilDamping", OilDamping, 0.1, 0.3, "");
        faults.Positive($"{path}.massKg", MassKg, "kg");
        faults.Within($"{path}.cellMassKg", CellMassKg, 0, 1e4, "kg");
        faults.Within($"{path}.frictionN", FrictionN, 0, 1e5, "N");
        faults.Within($"{path}.viscousNsPerM", ViscousNsPerM, 0, 1e6, "N per m/s");
        faults.Within($"{path}.leakLitresPerMinute", LeakLitresPerMinute, 0, 100, "l/min");
        faults.Within($"{path}.flowLitresPerMinute", FlowLitresPerMinute, 0.1, 5000, "l/min");
        faults.Within($"{path}.valveHz", ValveHz, 60, 150, "Hz");
        faults.Within($"{path}.valveDamping", ValveDamping, 0.7, 0.9, "");
        faults.Within($"{path}.deadBandPercent", DeadBandPercent, 0, 20, "%");
        faults.Positive($"{path}.frameStiffnessKNPerMm", FrameStiffnessKNPerMm, "kN/mm");
        faults.Positive($"{path}.frameMassKg", FrameMassKg, "kg");
        faults.Within($"{path}.frameDamping", FrameDamping, 0.001, 1, "");
        faults.Positive($"{path}.gripStiffnessKNPerMm", GripStiffnessKNPerMm, "kN/mm");
        faults.Within($"{path}.torqueArmMm", TorqueArmMm, -1000, 1000, "mm");
        if (SupplyMPa * PistonAreaMm2 < ForceKN * 1000)
            faults.Add(
                $"{path}.forceKN",
                FormattableString.Invariant($"{ForceKN}"),
                "supplyMPa x pistonAreaMm2 must reach it (N)");
    }
}
