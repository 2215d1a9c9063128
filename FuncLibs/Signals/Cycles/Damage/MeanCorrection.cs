namespace FuncLibs.Signals.Cycles.Damage;

/// <summary>
/// What a mean stress does to a range: nothing, or <c>goodman(Rm)</c>: S' = S / (1 - mean / Rm). A mean below 0 gives no credit, one of
/// Rm or more an infinite range: the specimen fails by force alone. <c>default</c> is none.
/// </summary>
/// <param name="UltimateStrength">Rm in the unit of the signal; 0 for no correction.</param>
public readonly record struct MeanCorrection(double UltimateStrength)
{
    /// <summary>No correction.</summary>
    public static MeanCorrection None => default;

    /// <summary>Goodman's line.</summary>
    /// <param name="ultimateStrength">Rm in the unit of the signal; finite, above 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">Rm is out of its range.</exception>
    public static MeanCorrection Goodman(double ultimateStrength) => ultimateStrength > 0 && double.IsFinite(ultimateStrength)
        ? new MeanCorrection(ultimateStrength)
        : throw new ArgumentOutOfRangeException(nameof(ultimateStrength), ultimateStrength, "goodman takes a finite Rm above 0.");

    /// <summary>The range that does the same damage at a mean of 0.</summary>
    public double Apply(double range, double mean)
    {
        if (UltimateStrength == 0 || mean <= 0)
            return range;
        return mean >= UltimateStrength ? double.PositiveInfinity : range / (1 - (mean / UltimateStrength));
    }
}
