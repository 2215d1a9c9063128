namespace FuncLibs.Signals.Tensile;

/// <summary>What a tensile evaluation has to know. Stresses in MPa, strains as ratios (0.002 = 0.2 %).</summary>
public sealed record TensileOptions
{
    /// <summary>
    /// Stress at which the elastic line begins; together with <see cref="ElasticTo"/>. NaN (default): no line, and nothing that needs
    /// one.
    /// </summary>
    public double ElasticFrom { get; init; } = double.NaN;

    /// <summary>
    /// Stress at which the elastic line ends: above <see cref="ElasticFrom"/>, well below yield (often 10 % and 40 % of Rp0.2).
    /// </summary>
    public double ElasticTo { get; init; } = double.NaN;

    /// <summary>Plastic extension of the proof strength, in %; 0.2 gives Rp0.2. Above 0.</summary>
    public double OffsetPercent { get; init; } = 0.2;

    /// <summary>Stress from which the specimen counts as loaded; before it nothing can yield or break. 5 MPa.</summary>
    public double LoadedFrom { get; init; } = 5;

    /// <summary>The specimen is broken when the stress is at or below this part of the greatest: 0.1. From 0.001 to 0.9.</summary>
    public double BrokenAt { get; init; } = 0.1;

    /// <summary>Fall below the upper yield strength that makes it one, as a part of it: 0.005. Above 0, below 1.</summary>
    public double YieldFall { get; init; } = 0.005;

    /// <summary>Strain over which the upper yield strength must not be exceeded; also the transient that ReL leaves out: 0.0005.</summary>
    public double YieldSpan { get; init; } = 0.0005;

    /// <summary>
    /// Strain after the upper yield strength in which the lower one is looked for: 0.0025. Above <see cref="YieldSpan"/>.
    /// </summary>
    public double LowerYieldSpan { get; init; } = 0.0025;

    /// <summary>Strain up to which a yield point may lie; a fall after a greater one is necking: 0.02.</summary>
    public double YieldWithin { get; init; } = 0.02;

    /// <summary>What is wrong with the options, one line; null when nothing is.</summary>
    public string? Fault()
    {
        bool hasLine = !double.IsNaN(ElasticFrom) || !double.IsNaN(ElasticTo);
        if (hasLine && !(ElasticFrom >= 0 && ElasticTo > ElasticFrom && double.IsFinite(ElasticTo)))
            return $"The elastic line goes from {ElasticFrom} to {ElasticTo} MPa; give two finite stresses from 0 on, the smaller first.";
        if (!(OffsetPercent is > 0 and <= 100))
            return $"The plastic extension of a proof strength is {OffsetPercent} %; give one above 0, at most 100.";
        if (!(LoadedFrom > 0 && double.IsFinite(LoadedFrom)))
            return $"Loaded from {LoadedFrom} MPa; give a finite stress above 0.";
        if (!(BrokenAt is >= 0.001 and <= 0.9))
            return $"Broken at {BrokenAt} of the greatest stress; give 0.001 to 0.9.";
        if (!(YieldFall is > 0 and < 1))
            return $"The fall after a yield point is {YieldFall} of it; give a part above 0 and below 1.";
        return YieldSpan > 0 && LowerYieldSpan > YieldSpan && YieldWithin > 0 && LowerYieldSpan <= 1 && YieldWithin <= 1
            ? null
            : $"The strains of the yield point are {YieldSpan}, {LowerYieldSpan} and {YieldWithin}; "
                + "give 0 < span < lower span <= 1 and 0 < within <= 1.";
    }
}
