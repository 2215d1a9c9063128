using Simulator.Presets;

namespace Simulator.Specimens;

/// <summary>The specimen: its size and its material. Engineering stress and strain; strengths in MPa.</summary>
public sealed record SpecimenPreset
{
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

    /// <summary>Creep strain an hour at that stress, %; 0 (default): none. In strain control the stress relaxes by it.</summary>
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
