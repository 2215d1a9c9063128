namespace Simulator.Presets;

/// <summary>
/// A plant preset and its specimen in SI units, as the equations of motion and the transfer function both take them.
/// </summary>
public sealed class MachineConstants
{
    /// <summary>Most steps of a tick that a machine may need: one of ordinary size needs 1 to 7.</summary>
    public const int MaxSteps = 64;

    private const double NewtonPerKN = 1000;
    private const double SecondsPerMinute = 60;
    private const double LitresPerCubicMetre = 1000;

    /// <summary>Derives the constants.</summary>
    public MachineConstants(PlantPreset plant, SpecimenPreset specimen)
    {
        Area = plant.PistonAreaMm2 * 1e-6;
        Supply = plant.SupplyMPa * 1e6;

        // The oil column of both chambers, piston in the middle: 4 beta A^2 / V.
        OilStiffness = 4 * plant.OilModulusGPa * 1e9 * Area * Area / (plant.OilVolumeCm3 * 1e-6);
        OilDamping = 2 * plant.OilDamping * Math.Sqrt(OilStiffness * plant.MassKg);
        Speed = plant.FlowLitresPerMinute / LitresPerCubicMetre / SecondsPerMinute / Area;
        Leak = plant.LeakLitresPerMinute / LitresPerCubicMetre / SecondsPerMinute / Area / (Supply * Area);
        FrameStiffness = plant.FrameStiffnessKNPerMm * NewtonPerKN * 1000;
        FrameDamping = 2 * plant.FrameDamping * Math.Sqrt(FrameStiffness * plant.FrameMassKg);
        GripStiffness = plant.GripStiffnessKNPerMm * NewtonPerKN * 1000;
        SpecimenStiffness = specimen.ModulusGPa * 1e9 * specimen.AreaMm2 * 1e-6 / (specimen.GaugeLengthMm * 1e-3);
        LoadTrainStiffness = 1 / ((1 / GripStiffness) + (1 / SpecimenStiffness));
        GaugeLength = specimen.GaugeLengthMm * 1e-3;
    }

    /// <summary>Piston area, m2.</summary>
    public double Area { get; }

    /// <summary>Supply pressure, Pa.</summary>
    public double Supply { get; }

    /// <summary>Stiffness of the oil column, N/m.</summary>
    public double OilStiffness { get; }

    /// <summary>Damping of the oil column, N per m/s.</summary>
    public double OilDamping { get; }

    /// <summary>Speed of the unloaded piston under the open valve, m/s.</summary>
    public double Speed { get; }

    /// <summary>Leakage across the piston as a speed a force, m/s per N.</summary>
    public double Leak { get; }

    /// <summary>Stiffness of columns and crosshead, N/m.</summary>
    public double FrameStiffness { get; }

    /// <summary>Damping of columns and crosshead, N per m/s.</summary>
    public double FrameDamping { get; }

    /// <summary>Stiffness of grips, cell and rods, N/m.</summary>
    public double GripStiffness { get; }

    /// <summary>Elastic stiffness of the gauge length, N/m.</summary>
    public double SpecimenStiffness { get; }

    /// <summary>Grips and elastic specimen in series, N/m.</summary>
    public double LoadTrainStiffness { get; }

    /// <summary>Gauge length, m.</summary>
    public double GaugeLength { get; }

    /// <summary>
    /// Steps of a tick that keep the fastest mode below half a radian a step; a whole number, however great.
    /// </summary>
    public double StepsOf(PlantPreset plant, double loopHz)
    {
        const double MaxRadians = 0.5;
        double piston = (OilStiffness + LoadTrainStiffness) / plant.MassKg;
        double frame = (FrameStiffness + LoadTrainStiffness) / plant.FrameMassKg;
        return Math.Ceiling(Math.Sqrt(piston + frame) / (MaxRadians * loopHz));
    }
}
