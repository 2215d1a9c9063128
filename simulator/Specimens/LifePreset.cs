using Simulator.Presets;

namespace Simulator.Specimens;

/// <summary>
/// Life by Basquin and Coffin-Manson, strain amplitude = s'f / E (2 N)^b + e'f (2 N)^c, summed over half cycles by Miner. The defaults
/// are near those of a structural steel.
/// </summary>
public sealed record LifePreset
{
    /// <summary>s'f, MPa. 900.</summary>
    public double StrengthMPa { get; init; } = 900;

    /// <summary>b, -0.3 to -0.02. -0.1.</summary>
    public double StrengthExponent { get; init; } = -0.1;

    /// <summary>e'f, a ratio. 0.6.</summary>
    public double Ductility { get; init; } = 0.6;

    /// <summary>c, -1 to -0.3. -0.6.</summary>
    public double DuctilityExponent { get; init; } = -0.6;

    /// <summary>Part of the life from which stiffness and peak force fall. 0.9.</summary>
    public double DecayFrom { get; init; } = 0.9;

    /// <summary>What they have lost when it breaks, %. 40.</summary>
    public double DecayPercent { get; init; } = 40;

    /// <summary>Least strain range that counts as a half cycle, %. 0.02.</summary>
    public double LeastRangePercent { get; init; } = 0.02;

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path)
    {
        faults.Positive($"{path}.strengthMPa", StrengthMPa, "MPa");
        faults.Within($"{path}.strengthExponent", StrengthExponent, -0.3, -0.02, "");
        faults.Within($"{path}.ductility", Ductility, 1e-4, 10, "");
        faults.Within($"{path}.ductilityExponent", DuctilityExponent, -1, -0.3, "");
        faults.Within($"{path}.decayFrom", DecayFrom, 0, 0.999, "of the life");
        faults.Within($"{path}.decayPercent", DecayPercent, 0, 95, "%");
        faults.Within($"{path}.leastRangePercent", LeastRangePercent, 1e-4, 10, "%");
    }
}
