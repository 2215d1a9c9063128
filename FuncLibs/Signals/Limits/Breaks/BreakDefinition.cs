namespace FuncLibs.Signals.Limits.Breaks;

/// <summary>When a specimen counts as broken: the magnitude of the force falls by so much of its recent maximum within so long.</summary>
/// <param name="FallPercent">Percent of the maximum, 0.1 to 100; 100 asks for a force of exactly 0.</param>
/// <param name="WithinMs">How far back the maximum is looked for, in ms, above 0. For a cyclic test less than a quarter of a period: a
/// force that swings through zero falls, too.</param>
/// <param name="MinForce">A maximum below this is no test, in units of the force; above 0, so that noise about zero is no break.</param>
public sealed record BreakDefinition(double FallPercent, double WithinMs, double MinForce)
{
    /// <summary>Most samples that are looked back; 16 bytes each.</summary>
    public const int MaxSamples = 1 << 20;

    /// <summary>What is wrong with it at a rate; null when it can be watched.</summary>
    public string? FaultAt(double rateHz)
    {
        if (!(FallPercent is >= 0.1 and <= 100))
            return $"break: a fall of {FallPercent} % must be 0.1 to 100";
        if (!(MinForce > 0 && double.IsFinite(MinForce)))
            return $"break: the least force {MinForce} must be a finite number above 0, well above the noise";
        if (!(rateHz > 0 && double.IsFinite(rateHz)))
            return $"break: a rate of {rateHz} Hz must be a finite number above 0";
        return WithinMs > 0 && WithinMs * rateHz / 1000 <= MaxSamples
            ? null
            : $"break: {WithinMs} ms at {rateHz} Hz must be above 0 and at most {MaxSamples} samples";
    }

    /// <summary>How many samples before a sample lie within the time.</summary>
    public int SamplesAt(double rateHz) => (int)(WithinMs * rateHz / 1000);
}
