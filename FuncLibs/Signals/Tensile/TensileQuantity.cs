namespace FuncLibs.Signals.Tensile;

/// <summary>
/// A result of a tensile test. Terms of ISO 6892-1, clause 3; strains from an extensometer that stays on until the
/// break.
/// </summary>
public enum TensileQuantity : byte
{
    /// <summary>
    /// <c>emod</c>: slope of the least squares line of stress over strain between two stresses, GPa (ASTM E111).
    /// </summary>
    ElasticModulus,

    /// <summary>
    /// <c>rp</c>: stress where the curve meets the elastic line moved by the offset, MPa (ISO 6892-1 Rp, ASTM E8/E8M
    /// offset method).
    /// </summary>
    ProofStrength,

    /// <summary><c>reh</c>: greatest stress before the first fall of the force, MPa.</summary>
    UpperYieldStrength,

    /// <summary><c>rel</c>: least stress of plastic yielding, the first transient left out, MPa.</summary>
    LowerYieldStrength,

    /// <summary>
    /// <c>rm</c>: greatest stress, MPa; of a material that yields discontinuously the greatest after work-hardening has
    /// begun.
    /// </summary>
    TensileStrength,

    /// <summary><c>ag</c>: plastic extension at the force of <c>rm</c>, %: 100 (e - R / mE).</summary>
    UniformElongation,

    /// <summary>
    /// <c>a</c>: plastic extension where the fall of the break starts, %: 100 (e - R / mE). The extensometer's, not
    /// that of the fitted halves.
    /// </summary>
    Elongation,

    /// <summary>
    /// <c>toughness</c>: energy per volume up to the break, the integral of stress over strain by trapezoids, MPa =
    /// MJ/m3.
    /// </summary>
    Energy,

    /// <summary><c>at</c>: total extension where the fall of the break starts, %.</summary>
    TotalElongation,

    /// <summary><c>breakindex</c>: index of the sample at which the fall of the break starts.</summary>
    BreakIndex,
}
