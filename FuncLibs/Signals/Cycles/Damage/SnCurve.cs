namespace FuncLibs.Signals.Cycles.Damage;

/// <summary>
/// <c>sn(C, m)</c>: cycles to failure N = C * S^-m (Basquin), S the stress <b>range</b> in the unit of the signal, as in EN 1993-1-9,
/// DNV-RP-C203 and the IIW recommendations; one slope, no endurance limit. A curve of amplitudes, N = c * (S / 2)^-m, has
/// C = c * 2^m.
/// </summary>
public sealed record SnCurve
{
    /// <summary>A curve.</summary>
    /// <param name="c">Cycles to failure at a range of 1; finite, above 0.</param>
    /// <param name="m">Slope; finite, above 0 (3 for welded steel, about 5 to 12 for plain specimens).</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is out of its range.</exception>
    public SnCurve(double c, double m)
    {
        if (!(c > 0 && double.IsFinite(c)))
            throw new ArgumentOutOfRangeException(nameof(c), c, "sn takes a finite C above 0.");
        if (!(m > 0 && double.IsFinite(m)))
            throw new ArgumentOutOfRangeException(nameof(m), m, "sn takes a finite slope m above 0.");
        (C, M) = (c, m);
    }

    /// <summary>Cycles to failure at a range of 1.</summary>
    public double C { get; }

    /// <summary>Slope.</summary>
    public double M { get; }

    /// <summary>Damage of one cycle, 1 / N = S^m / C; an infinite range gives infinity.</summary>
    public double DamageOf(double range) => Math.Pow(range, M) / C;
}
