namespace FuncLibs.Signals.Tensile;

/// <summary>The parameters of a tensile evaluation. Stresses in MPa, strains as ratios (0.002 = 0.2 %).</summary>
public sealed record TensileOptions
{
    /// <summary>The greatest <see cref="BrokenFor"/> of a formula.</summary>
    public const long MaxBreakSamples = 1 << 20;

    private const double SecondsOfBreak = 0.1;

    /// <summary>
    /// Stress at which the elastic line begins; together with <see cref="ElasticTo"/>. NaN (default): no line, and
    /// nothing that needs one.
    /// </summary>
    public double ElasticFrom { get; init; } = double.NaN;

    /// <summary>
    /// Stress at which the elastic line ends: above <see cref="ElasticFrom"/>, well below yield (often 10 % and 40 % of
    /// Rp0.2).
    /// </summary>
    public double ElasticTo { get; init; } = double.NaN;

    /// <summary>Plastic extension of the proof strength, in %; 0.2 gives Rp0.2. Above 0.</summary>
    public double OffsetPercent { get; init; } = 0.2;

    /// <summary>
    /// Stress from which the specimen counts as loaded, MPa; before it nothing can yield or break: 10. That is 5 % of a
    /// yield strength of 200 MPa, the most that ISO 6892-1, clause 10, allows as a preliminary force for gripping and
    /// alignment.
    /// </summary>
    public double LoadedFrom { get; init; } = 10;

    /// <summary>
    /// The specimen is broken when the stress stays at or below this part of the greatest: 0.02, as in annex A of ISO
    /// 6892-1. From 0.001 to 0.9; 0.1 is where ASTM E8/E8M, 7.11, takes the elongation of a material that does not
    /// break suddenly.
    /// </summary>
    public double BrokenAt { get; init; } = 0.02;

    /// <summary>
    /// Samples for which it stays there: 2, at least 1. The fall itself must not have taken longer, either.
    /// <see cref="SamplesOfBreak"/> gives the number for a rate.
    /// </summary>
    public long BrokenFor { get; init; } = 2;

    /// <summary>
    /// The fall of the break is where the stress falls more than 1 / this times as fast as where it falls fastest: 5,
    /// after the "five times the difference of the last two points" of ISO 6892-1, annex A. At least 1, finite.
    /// </summary>
    public double Sudden { get; init; } = 5;

    /// <summary>
    /// Fall below the upper yield strength that makes it one, as a part of it: 0.005 (ISO 6892-1, annex A). Above 0,
    /// below 1. What the noise can do is added to it. Also the rise that is work-hardening.
    /// </summary>
    public double YieldFall { get; init; } = 0.005;

    /// <summary>
    /// Strain over which the upper yield strength must not be exceeded; also the transient that ReL leaves out: 0.0005
    /// (ISO 6892-1, annex A).
    /// </summary>
    public double YieldSpan { get; init; } = 0.0005;

    /// <summary>
    /// Strain after the upper yield strength in which the lower one is searched for: 0.0025. Above
    /// <see cref="YieldSpan"/>.
    /// </summary>
    public double LowerYieldSpan { get; init; } = 0.0025;

    /// <summary>Strain up to which a yield point may be; a fall after a greater one is necking: 0.02.</summary>
    public double YieldWithin { get; init; } = 0.02;

    /// <summary>The usual <see cref="BrokenFor"/> of a sampling rate: 0.1 s, at least 2 samples.</summary>
    /// <param name="rateHz">Samples a second.</param>
    public static long SamplesOfBreak(double rateHz) =>
        (long)Math.Clamp(Math.Round(rateHz * SecondsOfBreak), 2, MaxBreakSamples);

    /// <summary>What is wrong with the options, one line; null when nothing is.</summary>
    public string? Fault()
    {
        bool hasLine = !double.IsNaN(ElasticFrom) || !double.IsNaN(ElasticTo);
        if (hasLine && !(ElasticFrom >= 0 && ElasticTo > ElasticFrom && double.IsFinite(ElasticTo)))
            return $"The elastic line goes from {ElasticFrom} to {ElasticTo} MPa; give two finite stresses from 0 on, "
                + $"the smaller first.";
        if (!(OffsetPercent is > 0 and <= 100))
            return $"The plastic extension of a proof strength is {OffsetPercent} %; give one above 0, at most 100.";
        if (!(LoadedFrom > 0 && double.IsFinite(LoadedFrom)))
            return $"Loaded from {LoadedFrom} MPa; give a finite stress above 0.";
        if (!(BrokenAt is >= 0.001 and <= 0.9))
            return $"Broken at {BrokenAt} of the greatest stress; give 0.001 to 0.9.";
        if (BrokenFor < 1)
            return $"Broken for {BrokenFor} samples; give 1 or more.";
        if (!(Sudden >= 1 && double.IsFinite(Sudden)))
            return $"A fall is sudden at {Sudden}; give a finite number from 1 on.";
        if (!(YieldFall is > 0 and < 1))
            return $"The fall after a yield point is {YieldFall} of it; give a part above 0 and below 1.";
        return YieldSpan > 0 && LowerYieldSpan > YieldSpan && YieldWithin > 0 && LowerYieldSpan <= 1 && YieldWithin <= 1
            ? null
            : $"The strains of the yield point are {YieldSpan}, {LowerYieldSpan} and {YieldWithin}; "
                + "give 0 < span < lower span <= 1 and 0 < within <= 1.";
    }
}
