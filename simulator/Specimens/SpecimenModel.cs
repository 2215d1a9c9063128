namespace Simulator.Specimens;

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
