namespace FuncLibs.Signals.Tensile;

/// <summary>
/// The columns of a tensile test, value by value: no memory, no state, NaN propagates. Area and gauge length come from
/// the test run and are those of the specimen before the test; 0 gives infinity or NaN as IEEE 754 has it. Array forms
/// write to the caller's span, which may be an operand, and do not allocate.
/// </summary>
public static class StressStrain
{
    private const double NewtonPerKilonewton = 1000;

    /// <summary>Engineering stress R = F / S0 in MPa = N/mm2 (ISO 6892-1, clause 3).</summary>
    /// <param name="force">Force in <paramref name="unit"/>.</param>
    /// <param name="unit">Unit of the force.</param>
    /// <param name="s0">Original area, mm2.</param>
    public static double Stress(double force, ForceUnit unit, double s0) =>
        (unit == ForceUnit.Kilonewton ? force * NewtonPerKilonewton : force) / s0;

    /// <inheritdoc cref="Stress(double, ForceUnit, double)"/>
    public static void Stress(ReadOnlySpan<double> force, ForceUnit unit, double s0, Span<double> target)
    {
        for (int i = 0; i < force.Length; i++)
            target[i] = Stress(force[i], unit, s0);
    }

    /// <summary>Engineering strain e = extension / L0, both in mm; a ratio, not %.</summary>
    /// <param name="extension">Increase of the gauge length, mm.</param>
    /// <param name="l0">Original gauge length of the extensometer, mm.</param>
    public static double Strain(double extension, double l0) => extension / l0;

    /// <inheritdoc cref="Strain(double, double)"/>
    public static void Strain(ReadOnlySpan<double> extension, double l0, Span<double> target)
    {
        for (int i = 0; i < extension.Length; i++)
            target[i] = Strain(extension[i], l0);
    }

    /// <summary>
    /// True stress R (1 + e) in the unit of the stress; constant volume, valid until necking begins (ASTM E6, E646).
    /// </summary>
    /// <param name="stress">Engineering stress.</param>
    /// <param name="strain">Engineering strain, a ratio.</param>
    public static double TrueStress(double stress, double strain) => stress * (1 + strain);

    /// <inheritdoc cref="TrueStress(double, double)"/>
    public static void TrueStress(ReadOnlySpan<double> stress, ReadOnlySpan<double> strain, Span<double> target)
    {
        for (int i = 0; i < stress.Length; i++)
            target[i] = TrueStress(stress[i], strain[i]);
    }

    /// <summary>True strain ln(1 + e), a ratio; valid until necking begins. -1 gives -infinity, less NaN.</summary>
    /// <param name="strain">Engineering strain, a ratio.</param>
    // ln(1 + e) loses the digits of a small e; u - 1 is exact, so e / (u - 1) puts back what rounding 1 + e took
    // (Kahan's log1p).
    public static double TrueStrain(double strain)
    {
        double u = 1 + strain;
        if (u == 1 || double.IsPositiveInfinity(u))
            return strain;
        return u <= 0 ? Math.Log(u) : Math.Log(u) * (strain / (u - 1));
    }

    /// <inheritdoc cref="TrueStrain(double)"/>
    public static void TrueStrain(ReadOnlySpan<double> strain, Span<double> target)
    {
        for (int i = 0; i < strain.Length; i++)
            target[i] = TrueStrain(strain[i]);
    }
}

/// <summary>Unit of a force column.</summary>
public enum ForceUnit : byte
{
    /// <summary>N.</summary>
    Newton,

    /// <summary>kN.</summary>
    Kilonewton,
}
