namespace Simulator.Presets;

/// <summary>The specimen: its size and its material. Engineering stress and strain; strengths in MPa.</summary>
public sealed record SpecimenPreset
{
    private const double MillimetresPerMetre = 1000;

    /// <summary>Law of the material. Elastic.</summary>
    public SpecimenModel Model { get; init; } = SpecimenModel.Elastic;

    /// <summary>Gauge length, mm; all of the specimen that deforms. 50.</summary>
    public double GaugeLengthMm { get; init; } = 50;

    /// <summary>Area before the test, mm2. 150.</summary>
    public double AreaMm2 { get; init; } = 150;

    /// <summary>Modulus of elasticity, GPa. 210: steel; aluminium has 70.</summary>
    public double ModulusGPa { get; init; } = 210;

    /// <summary>Curve of a tensile test; used by YieldPoint and Smooth.</summary>
    public TensilePreset Tensile { get; init; } = new();

    /// <summary>Cyclic constants; used by Masing and Chaboche.</summary>
    public CyclicPreset Cyclic { get; init; } = new();

    /// <summary>Life under cycles; null (default): it lasts for ever.</summary>
    public LifePreset? Life { get; init; }

    /// <summary>Stress at which it creeps at <see cref="CreepPerHour"/>, MPa. 300.</summary>
    public double CreepStressMPa { get; init; } = 300;

    /// <summary>
    /// Creep strain an hour at that stress, %; 0 (default): none. In strain control the stress relaxes by it.
    /// </summary>
    public double CreepPerHour { get; init; }

    /// <summary>Exponent of the stress in the creep rate (Norton), 1 to 12. 5.</summary>
    public int CreepExponent { get; init; } = 5;

    /// <summary>Time in which the force falls to nothing at a break, ms, 1 to 5. 2.5.</summary>
    public double BreakMilliseconds { get; init; } = 2.5;

    /// <summary>Temperature of the room and of the unloaded specimen, degC. 23.</summary>
    public double AmbientDegC { get; init; } = 23;

    /// <summary>Part of the plastic work that becomes heat (Taylor-Quinney), 0 to 1. 0.9.</summary>
    public double HeatPart { get; init; } = 0.9;

    /// <summary>Heat that warms a cm3 by 1 K, J. 3.8: steel.</summary>
    public double HeatCapacityJPerCm3K { get; init; } = 3.8;

    /// <summary>Time constant with which the heat goes into the grips, s. 60.</summary>
    public double CoolingSeconds { get; init; } = 60;

    /// <summary>Elastic stiffness of the gauge length alone, N/m.</summary>
    internal double Stiffness() => ModulusGPa * 1000 * AreaMm2 / GaugeLengthMm * MillimetresPerMetre;

    /// <summary>Elastic slope, MPa, over the strain of gauge length and grips together.</summary>
    /// <param name="gripStiffness">Stiffness of grips, cell and rods, N/m.</param>
    internal double ElasticSlope(double gripStiffness) => ModulusGPa * 1000 / (1 + (Stiffness() / gripStiffness));

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path)
    {
        if (!Enum.IsDefined(Model))
            faults.Add($"{path}.model", $"{Model}", $"allowed are {string.Join(", ", Enum.GetNames<SpecimenModel>())}");
        faults.Within($"{path}.gaugeLengthMm", GaugeLengthMm, 0.1, 10_000, "mm");
        faults.Within($"{path}.areaMm2", AreaMm2, 0.01, 1e6, "mm2");
        faults.Within($"{path}.modulusGPa", ModulusGPa, 0.001, 2000, "GPa");
        faults.Positive($"{path}.creepStressMPa", CreepStressMPa, "MPa");
        faults.Within($"{path}.creepPerHour", CreepPerHour, 0, 100, "%");
        faults.Within($"{path}.creepExponent", CreepExponent, 1, 12, "");
        faults.Within($"{path}.breakMilliseconds", BreakMilliseconds, 1, 5, "ms");
        faults.Within($"{path}.ambientDegC", AmbientDegC, -273.15, 2000, "degC");
        faults.Within($"{path}.heatPart", HeatPart, 0, 1, "");
        faults.Positive($"{path}.heatCapacityJPerCm3K", HeatCapacityJPerCm3K, "J/(cm3 K)");
        faults.Positive($"{path}.coolingSeconds", CoolingSeconds, "s");
        Life?.Check(faults, $"{path}.life");
        if (Model is SpecimenModel.YieldPoint or SpecimenModel.Smooth)
            Tensile.Check(faults, $"{path}.tensile", Model == SpecimenModel.YieldPoint);
        if (Model is SpecimenModel.Masing or SpecimenModel.Chaboche)
            Cyclic.Check(faults, $"{path}.cyclic");
    }
}

/// <summary>Law of the specimen's material.</summary>
public enum SpecimenModel
{
    /// <summary>Stress follows strain, whatever it is.</summary>
    Elastic,

    /// <summary>Tensile test: upper and lower yield strength, plateau, hardening, necking, fracture.</summary>
    YieldPoint,

    /// <summary>Tensile test: a Ramberg-Osgood curve through Rp0.2 and Rm, necking, fracture.</summary>
    Smooth,

    /// <summary>Cyclic: Ramberg-Osgood with loops twice the curve (Masing).</summary>
    Masing,

    /// <summary>Cyclic: kinematic hardening with two back-stresses (Armstrong-Frederick, Chaboche).</summary>
    Chaboche,
}

/// <summary>
/// Curve of a tensile test in the terms of ISO 6892-1: strengths in MPa, elongations plastic and in %.
/// </summary>
public sealed record TensilePreset
{
    private const double Percent = 0.01;

    // No fall of the stress is steeper than this part of the elastic slope: frame and oil, which are in series with the
    // grips, could not follow a steeper one. A preset that has one is refused.
    private const double SteepestFall = 0.2;

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
        const double MinPercent = 0.2;
        if (hasYieldPoint)
        {
            faults.Positive($"{path}.lowerYieldMPa", LowerYieldMPa, "MPa");
            Above(faults, $"{path}.upperYieldMPa", UpperYieldMPa, LowerYieldMPa, "lowerYieldMPa", "MPa");
            Above(faults, $"{path}.tensileMPa", TensileMPa, UpperYieldMPa, "upperYieldMPa", "MPa");
            Above(faults, $"{path}.plateauPercent", PlateauPercent, MinPercent, "the plastic strain of Rp0.2", "%");
            Above(
                faults,
                $"{path}.uniformElongationPercent",
                UniformElongationPercent,
                PlateauPercent,
                "plateauPercent",
                "%");
        }
        else
        {
            faults.Positive($"{path}.proofMPa", ProofMPa, "MPa");
            Above(faults, $"{path}.tensileMPa", TensileMPa, ProofMPa, "proofMPa", "MPa");
            Above(
                faults,
                $"{path}.uniformElongationPercent",
                UniformElongationPercent,
                MinPercent,
                "the plastic strain of Rp0.2",
                "%");
        }

        Above(
            faults,
            $"{path}.elongationPercent",
            ElongationPercent,
            UniformElongationPercent,
            "uniformElongationPercent",
            "%");
        faults.Positive($"{path}.breakMPa", BreakMPa, "MPa");
        Above(faults, $"{path}.tensileMPa", TensileMPa, BreakMPa, "breakMPa", "MPa");
    }

    /// <summary>Plastic strain, a ratio, over which the stress falls from ReH to ReL.</summary>
    /// <param name="slope">Elastic slope of specimen and grips, MPa.</param>
    internal double YieldFallStrain(double slope) => (UpperYieldMPa - LowerYieldMPa) / (SteepestFall * slope);

    /// <summary>Adds a fault when the stress would fall faster than frame and oil can follow.</summary>
    /// <param name="faults">Target.</param>
    /// <param name="path">Key path of this curve.</param>
    /// <param name="hasYieldPoint">Whether the curve has an upper yield strength.</param>
    /// <param name="slope">Elastic slope of specimen and grips, MPa.</param>
    internal void CheckFalls(PresetFaults faults, string path, bool hasYieldPoint, double slope)
    {
        double plateau = YieldFallStrain(slope) / Percent;
        double elongation = UniformElongationPercent + (2 * (TensileMPa - BreakMPa) / (SteepestFall * slope) / Percent);
        if (hasYieldPoint && PlateauPercent < plateau)
            AddFall(faults, $"{path}.plateauPercent", PlateauPercent, plateau);
        else if (ElongationPercent < elongation)
            AddFall(faults, $"{path}.elongationPercent", ElongationPercent, elongation);
    }

    private static void AddFall(PresetFaults faults, string path, double value, double min) => faults.Add(
        path,
        FormattableString.Invariant($"{value}: the stress would fall faster than the frame can follow"),
        FormattableString.Invariant($"must be {Math.Ceiling(min * 100) / 100} or more (%)"));

    private static void Above(PresetFaults faults, string path, double value, double bound, string name, string unit)
    {
        if (!(value > bound && double.IsFinite(value)))
        {
            faults.Add(
                path,
                FormattableString.Invariant($"{value}"),
                FormattableString.Invariant($"must be above {name}: {bound} ({unit})"));
        }
    }
}

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
                $"{path}.hardeningMPa",
                FormattableString.Invariant($"{HardeningMPa}"),
                "must leave a tenth of yieldMPa or more (MPa)");
        }
    }
}

/// <summary>
/// Life by Basquin and Coffin-Manson, strain amplitude = s'f / E (2 N)^b + e'f (2 N)^c, summed over half cycles by
/// Miner. The defaults are near those of a structural steel.
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
