namespace Simulator.Specimens.Materials;

/// <summary>
/// Stress of the whole, unharmed specimen over its elongation. The grips are in series with it, so the elastic slope is that of both;
/// what is not elastic is the specimen's own.
/// </summary>
/// <param name="slope">Elastic slope: MPa a unit of elongation / gauge length.</param>
internal abstract class Material(double slope)
{
    /// <summary>Elastic slope, MPa.</summary>
    protected double Slope { get; } = slope;

    /// <summary>Plastic strain that decides what the specimen has been through; see each material.</summary>
    public virtual double PlasticStrain => 0;

    /// <summary>True when the material has nothing left to give.</summary>
    public virtual bool IsSpent => false;

    /// <summary>Goes to an elongation.</summary>
    /// <param name="elongation">Of specimen and grips, over the gauge length.</param>
    /// <returns>Stress, MPa.</returns>
    public abstract double Stress(double elongation);

    /// <summary>The material of a preset.</summary>
    public static Material Of(SpecimenPreset preset, double slope) => preset.Model switch
    {
        SpecimenModel.YieldPoint or SpecimenModel.Smooth => new FlowMaterial(slope, FlowCurve.Of(preset, slope)),
        SpecimenModel.Masing => new MasingMaterial(slope, preset.Cyclic),
        SpecimenModel.Chaboche => new ChabocheMaterial(slope, preset.Cyclic),
        _ => new ElasticMaterial(slope),
    };
}
