using Simulator.Presets;

namespace Simulator.Specimens;

/// <summary>Constants of a material under cycles. The defaults are near those of a structural steel.</summary>
public sealed record CyclicPreset
{
    /// <summary>K' of Masing, strain amplitude = s / E + (s / K')^(1 / n'), MPa. 1100.</summary>
    public double StrengthMPa { get; init; } = 1100;

    /// <summary>n' of Masing, 0.02 to 0.5. 0.15.</summary>
    public double Exponent { get; init; } = 0.15;

    /// <summary>Half the elastic range of Chaboche before any hardening, MPa. 220.</summary>
    public double YieldMPa { get; init; } = 220;

    /// <summary>Modulus C1 of the fast back-stress of Chaboche, MPa. 120000.</summary>
    public double FastModulusMPa { get; init; } = 120_000;

    /// <summary>Recall g1 of the fast back-stress; it saturates at C1 / g1. 1500.</summary>
    public double FastRecall { get; init; } = 1500;

    /// <summary>Modulus C2 of the slow back-stress of Chaboche, MPa. 25000.</summary>
    public double SlowModulusMPa { get; init; } = 25_000;

    /// <summary>Recall g2 of the slow back-stress. 150.</summary>
    public double SlowRecall { get; init; } = 150;

    /// <summary>What the cycles add to the yield stress of Chaboche in the end, MPa; negative softens. 40.</summary>
    public double HardeningMPa { get; init; } = 40;

    /// <summary>Plastic cycles after which less than 1 % of it is left to come. 100.</summary>
    public int HardeningCycles { get; init; } = 100;

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path)
    {
        faults.Positive($"{path}.strengthMPa", StrengthMPa, "MPa");
        faults.Within($"{path}.exponent", Exponent, 0.02, 0.5, "");
        faults.Positive($"{path}.yieldMPa", YieldMPa, "MPa");
        faults.Positive($"{path}.fastModulusMPa", FastModulusMPa, "MPa");
        faults.Within($"{path}.fastRecall", FastRecall, 0, 1e6, "");
        faults.Positive($"{path}.slowModulusMPa", SlowModulusMPa, "MPa");
        faults.Within($"{path}.slowRecall", SlowRecall, 0, 1e6, "");
        faults.Within($"{path}.hardeningCycles", HardeningCycles, 5, 1e9, "cycles");
        if (!(HardeningMPa > -0.9 * YieldMPa && double.IsFinite(HardeningMPa)))
        {
            faults.Add(
                $"{path}.hardeningMPa", FormattableString.Invariant($"{HardeningMPa}"), "must leave a tenth of yieldMPa or more (MPa)");
        }
    }
}
