using Simulator.Presets;

namespace Simulator.Specimens;

/// <summary>Curve of a tensile test in the terms of ISO 6892-1: strengths in MPa, elongations plastic and in %.</summary>
public sealed record TensilePreset
{
    /// <summary>ReH, MPa; YieldPoint only. 380.</summary>
    public double UpperYieldMPa { get; init; } = 380;

    /// <summary>ReL, the height of the plateau, MPa; YieldPoint only. 350.</summary>
    public double LowerYieldMPa { get; init; } = 350;

    /// <summary>Plastic strain at the end of the plateau, %; YieldPoint only. 1.5.</summary>
    public double PlateauPercent { get; init; } = 1.5;

    /// <summary>Rp0.2, MPa; Smooth only. 350.</summary>
    public double ProofMPa { get; init; } = 350;

    /// <summary>Rm, MPa. 520.</summary>
    public double TensileMPa { get; init; } = 520;

    /// <summary>Ag: plastic strain at Rm, %. 14.</summary>
    public double UniformElongationPercent { get; init; } = 14;

    /// <summary>A: plastic strain at the break, %. 24.</summary>
    public double ElongationPercent { get; init; } = 24;

    /// <summary>Engineering stress at which the neck breaks, MPa. 400.</summary>
    public double BreakMPa { get; init; } = 400;

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path, bool hasYieldPoint)
    {
        const double LeastPercent = 0.2;
        if (hasYieldPoint)
        {
            faults.Positive($"{path}.lowerYieldMPa", LowerYieldMPa, "MPa");
            Above(faults, $"{path}.upperYieldMPa", UpperYieldMPa, LowerYieldMPa, "lowerYieldMPa", "MPa");
            Above(faults, $"{path}.tensileMPa", TensileMPa, UpperYieldMPa, "upperYieldMPa", "MPa");
            Above(faults, $"{path}.plateauPercent", PlateauPercent, LeastPercent, "the plastic strain of Rp0.2", "%");
            Above(faults, $"{path}.uniformElongationPercent", UniformElongationPercent, PlateauPercent, "plateauPercent", "%");
        }
        else
        {
            faults.Positive($"{path}.proofMPa", ProofMPa, "MPa");
            Above(faults, $"{path}.tensileMPa", TensileMPa, ProofMPa, "proofMPa", "MPa");
            Above(faults, $"{path}.uniformElongationPercent", UniformElongationPercent, LeastPercent, "the plastic strain of Rp0.2", "%");
        }

        Above(faults, $"{path}.elongationPercent", ElongationPercent, UniformElongationPercent, "uniformElongationPercent", "%");
        faults.Positive($"{path}.breakMPa", BreakMPa, "MPa");
        Above(faults, $"{path}.tensileMPa", TensileMPa, BreakMPa, "breakMPa", "MPa");
    }

    private static void Above(PresetFaults faults, string path, double value, double bound, string name, string unit)
    {
        if (!(value > bound && double.IsFinite(value)))
        {
            faults.Add(
                path, FormattableString.Invariant($"{value}"), FormattableString.Invariant($"must be above {name}: {bound} ({unit})"));
        }
    }
}
