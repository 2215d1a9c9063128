namespace FuncLibs.Signals.Units;

/// <summary>
/// The table: SI units (SI Brochure, 9th edition) with the prefixes in use, and others by their exact definitions (NIST
/// SP 811, 2008, appendix B.8: inch 25.4 mm, pound-force 4.4482216152605 N, standard gravity 9.80665 m/s^2).
/// </summary>
internal static class StandardUnits
{
    private const double Inch = 0.0254;
    private const double PoundForce = 4.4482216152605;
    private const double Gravity = 9.80665;

    private static readonly Rational ExactInch = Rational.From(Inch);
    private static readonly Rational ExactPoundForce = Rational.From(PoundForce);
    private static readonly Rational Thousand = new(1000, 1);

    private static readonly Dimension Length = Dimension.Create(length: 1);
    private static readonly Dimension Time = Dimension.Create(time: 1);
    private static readonly Dimension Mass = Dimension.Create(mass: 1);
    private static readonly Dimension Force = Dimension.Create(length: 1, mass: 1, time: -2);
    private static readonly Dimension Stress = Dimension.Create(length: -1, mass: 1, time: -2);
    private static readonly Dimension Energy = Dimension.Create(length: 2, mass: 1, time: -2);
    private static readonly Dimension Power = Dimension.Create(length: 2, mass: 1, time: -3);
    private static readonly Dimension Voltage = Dimension.Create(length: 2, mass: 1, time: -3, current: -1);
    private static readonly Dimension Resistance = Dimension.Create(length: 2, mass: 1, time: -3, current: -2);
    private static readonly Dimension Temperature = Dimension.Create(temperature: 1);
    private static readonly Dimension Angle = Dimension.Create(angle: 1);

    private static readonly (string Symbol, double Factor)[] Prefixes =
    [
        ("G", 1e9), ("M", 1e6), ("k", 1e3), ("m", 1e-3), ("u", 1e-6), ("n", 1e-9),
    ];

    // The gram has no prefix in its factor: 1e-3 kg.
    private static readonly (string Symbol, Dimension Dimension)[] Prefixed =
    [
        ("m", Length), ("s", Time), ("N", Force), ("Pa", Stress), ("J", Energy), ("W", Power),
        ("V", Voltage), ("A", Dimension.Create(current: 1)),
        ("ohm", Resistance), ("Hz", Dimension.Create(time: -1)), ("K", Temperature), ("rad", Angle),
        ("strain", Dimension.None),
    ];

    private static readonly Unit[] Others =
    [
        new("cm", Length, 1e-2), new("in", Length, Inch),
        Exactly("ft", Length, 12 * Inch, new Rational(12, 1) * ExactInch),
        Exactly("mil", Length, Inch / 1000, ExactInch / Thousand),
        new("min", Time, 60), new("h", Time, 3600), new("d", Time, 86400),
        new("g", Mass, 1e-3), new("mg", Mass, 1e-6), new("kg", Mass, 1), new("t", Mass, 1e3),
        new("lb", Mass, 0.45359237),
        new("daN", Force, 10), new("kgf", Force, Gravity), new("lbf", Force, PoundForce),
        Exactly("kip", Force, 1000 * PoundForce, Thousand * ExactPoundForce),
        new("bar", Stress, 1e5), new("mbar", Stress, 1e2),
        Exactly("psi", Stress, PoundForce / (Inch * Inch), ExactPoundForce / (ExactInch * ExactInch)),
        Exactly("ksi", Stress, 1000 * PoundForce / (Inch * Inch), Thousand * ExactPoundForce / (ExactInch * ExactInch)),
        new("L", Dimension.Create(length: 3), 1e-3), new("mL", Dimension.Create(length: 3), 1e-6),
        new("gn", Dimension.Create(length: 1, time: -2), Gravity),
        new("degC", Temperature, 1, 273.15),
        new("degF", Temperature, 5.0 / 9, 459.67 * 5 / 9)
        {
            Exact = new ExactSize(new Rational(5, 9), Rational.From(459.67) * new Rational(5, 9)),
        },
        Exactly("deg", Angle, Math.PI / 180, new Rational(1, 180), piPower: 1),
        Exactly("rev", Angle, 2 * Math.PI, new Rational(2, 1), piPower: 1),
        Exactly("rpm", Dimension.Create(time: -1, angle: 1), 2 * Math.PI / 60, new Rational(1, 30), piPower: 1),
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

    // Of a size that is no short decimal number.
    private static Unit Exactly(string name, Dimension dimension, double factor, Rational exact, int piPower = 0) =>
        new(name, dimension, factor) { Exact = new ExactSize(exact, Rational.Zero, piPower) };
}
