namespace FuncLibs.Signals.Units;

/// <summary>
/// The table: SI units (SI Brochure, 9th edition) with the prefixes in use, and others by their exact definitions (NIST SP 811, 2008,
/// appendix
/// B.8: inch 25.4 mm, pound-force 4.4482216152605 N, standard gravity 9.80665 m/s^2).
/// </summary>
internal static class StandardUnits
{
    private const double Inch = 0.0254;
    private const double PoundForce = 4.4482216152605;
    private const double Gravity = 9.80665;

    private static readonly Dimension Length = Dimension.Of(length: 1);
    private static readonly Dimension Time = Dimension.Of(time: 1);
    private static readonly Dimension Mass = Dimension.Of(mass: 1);
    private static readonly Dimension Force = Dimension.Of(length: 1, mass: 1, time: -2);
    private static readonly Dimension Stress = Dimension.Of(length: -1, mass: 1, time: -2);
    private static readonly Dimension Energy = Dimension.Of(length: 2, mass: 1, time: -2);
    private static readonly Dimension Power = Dimension.Of(length: 2, mass: 1, time: -3);
    private static readonly Dimension Voltage = Dimension.Of(length: 2, mass: 1, time: -3, current: -1);
    private static readonly Dimension Resistance = Dimension.Of(length: 2, mass: 1, time: -3, current: -2);
    private static readonly Dimension Temperature = Dimension.Of(temperature: 1);
    private static readonly Dimension Angle = Dimension.Of(angle: 1);

    private static readonly (string Symbol, double Factor)[] Prefixes =
    [
        ("G", 1e9), ("M", 1e6), ("k", 1e3), ("m", 1e-3), ("u", 1e-6), ("n", 1e-9),
    ];

    // The gram has no prefix in its factor: 1e-3 kg.
    private static readonly (string Symbol, Dimension Dimension)[] Prefixed =
    [
        ("m", Length), ("s", Time), ("N", Force), ("Pa", Stress), ("J", Energy), ("W", Power),
        ("V", Voltage), ("A", Dimension.Of(current: 1)),
        ("ohm", Resistance), ("Hz", Dimension.Of(time: -1)), ("K", Temperature), ("rad", Angle), ("strain", Dimension.None),
    ];

    private static readonly Unit[] Others =
    [
        new("cm", Length, 1e-2), new("in", Length, Inch), new("ft", Length, 12 * Inch), new("mil", Length, Inch / 1000),
        new("min", Time, 60), new("h", Time, 3600), new("d", Time, 86400),
        new("g", Mass, 1e-3), new("mg", Mass, 1e-6), new("kg", Mass, 1), new("t", Mass, 1e3), new("lb", Mass, 0.45359237),
        new("daN", Force, 10), new("kgf", Force, Gravity), new("lbf", Force, PoundForce), new("kip", Force, 1000 * PoundForce),
        new("bar", Stress, 1e5), new("mbar", Stress, 1e2), new("psi", Stress, PoundForce / (Inch * Inch)),
        new("ksi", Stress, 1000 * PoundForce / (Inch * Inch)),
        new("L", Dimension.Of(length: 3), 1e-3), new("mL", Dimension.Of(length: 3), 1e-6),
        new("gn", Dimension.Of(length: 1, time: -2), Gravity),
        new("degC", Temperature, 1, 273.15), new("degF", Temperature, 5.0 / 9, 459.67 * 5 / 9),
        new("deg", Angle, Math.PI / 180), new("rev", Angle, 2 * Math.PI), new("rpm", Dimension.Of(time: -1, angle: 1), 2 * Math.PI / 60),
        new("%", Dimension.None, 1e-2), new("ppm", Dimension.None, 1e-6),
    ];

    /// <summary>Each unit once.</summary>
    public static IEnumerable<Unit> All() =>
        [
            .. Others,
            .. Prefixed.Select(unit => new Unit(unit.Symbol, unit.Dimension, 1)),
            .. from unit in Prefixed
               from prefix in Prefixes
               select new Unit(prefix.Symbol + unit.Symbol, unit.Dimension, prefix.Factor),
        ];
}
