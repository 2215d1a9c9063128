namespace FuncLibs.Signals.Units;

/// <summary>
/// What a quantity is made of: exponents of the SI base units (SI Brochure, 9th edition, 2.3.3) and of the angle, kept
/// apart so that a torque in N*m/rad is no N*m. Counted in twelfths, so that square and cubic roots stay exact
/// (MPa*m^0.5).
/// </summary>
/// <param name="Length">Of the metre.</param>
/// <param name="Mass">Of the kilogram.</param>
/// <param name="Time">Of the second.</param>
/// <param name="Current">Of the ampere.</param>
/// <param name="Temperature">Of the kelvin.</param>
/// <param name="Angle">Of the radian.</param>
public readonly record struct Dimension(
    short Length, short Mass, short Time, short Current, short Temperature, short Angle)
{
    /// <summary>Parts of one in which exponents are counted.</summary>
    public const int Parts = 12;

    /// <summary>Largest exponent, in ones.</summary>
    public const int MaxExponent = 100;

    /// <summary>A plain number.</summary>
    public static Dimension None => default;

    /// <summary>A dimension of whole exponents.</summary>
    public static Dimension Create(
        int length = 0, int mass = 0, int time = 0, int current = 0, int temperature = 0, int angle = 0) => new(
        (short)(length * Parts),
        (short)(mass * Parts),
        (short)(time * Parts),
        (short)(current * Parts),
        (short)(temperature * Parts),
        (short)(angle * Parts));

    /// <summary>This times the other to a power.</summary>
    /// <param name="other">The other.</param>
    /// <param name="twelfths">The power, in twelfths.</param>
    /// <param name="product">The product; none when there is none.</param>
    /// <returns>False when an exponent is not of twelfths, or beyond <see cref="MaxExponent"/>.</returns>
    public bool TryTimes(Dimension other, int twelfths, out Dimension product)
    {
        bool isGood = true;
        product = new Dimension(
            Sum(Length, other.Length), Sum(Mass, other.Mass), Sum(Time, other.Time),
            Sum(Current, other.Current), Sum(Temperature, other.Temperature), Sum(Angle, other.Angle));
        if (!isGood)
            product = None;
        return isGood;

        short Sum(short mine, short theirs)
        {
            long added = (long)theirs * twelfths;
            long sum = mine + (added / Parts);
            isGood &= added % Parts == 0 && Math.Abs(sum) <= MaxExponent * Parts;
            return isGood ? (short)sum : (short)0;
        }
    }
}
