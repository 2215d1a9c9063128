using System.Globalization;
using System.Numerics;

namespace FuncLibs.Signals.Units;

/// <summary>
/// The size of a unit without rounding: SI value = value * <see cref="Factor"/> * pi^<see cref="PiPower"/> +
/// <see cref="Offset"/>.
/// </summary>
/// <param name="Factor">SI units in one of it, without its powers of pi; above 0.</param>
/// <param name="Offset">SI value of its zero.</param>
/// <param name="PiPower">Power of pi in the factor: 1 for deg and rpm.</param>
internal sealed record ExactSize(Rational Factor, Rational Offset, int PiPower = 0)
{
    // A larger fraction is not worth its time: the float64 factor is used then.
    private const long MaxBits = 4096;

    /// <summary>One, as a size.</summary>
    public static ExactSize One { get; } = new(Rational.One, Rational.Zero);

    /// <summary>The size of decimal numbers: 25.4 is 254/10. Null when factor or offset is no size.</summary>
    public static ExactSize? TryCreate(double factor, double offset) =>
        factor > 0 && double.IsFinite(factor) && double.IsFinite(offset)
            ? new(Rational.From(factor), Rational.From(offset)) : null;

    /// <summary>This times or over another; null when one is not known, or the fraction gets too large.</summary>
    public static ExactSize? Combine(ExactSize? left, char sign, ExactSize? right)
    {
        if (left is null || right is null)
            return null;
        Rational factor = sign == '*' ? left.Factor * right.Factor : left.Factor / right.Factor;
        return factor.Bits > MaxBits ? null
            : new(factor, Rational.Zero, sign == '*' ? left.PiPower + right.PiPower : left.PiPower - right.PiPower);
    }

    /// <summary>This to a power; null when it is no fraction, or too large a one.</summary>
    /// <param name="over">Numerator of the exponent.</param>
    /// <param name="under">Denominator of the exponent, above 0.</param>
    public ExactSize? Power(int over, int under)
    {
        int common = (int)BigInteger.GreatestCommonDivisor(over, under);
        (over, under) = (over / common, under / common);
        bool isSmall = Factor.Bits * Math.Abs(over) / under <= MaxBits;
        if (PiPower % under != 0 || !isSmall || Factor.Root(under) is not { } root)
            return null;
        return new(root.Power(over), Rational.Zero, PiPower / under * over);
    }
}

/// <summary>A fraction of whole numbers in lowest terms.</summary>
internal sealed record Rational
{
    // 60 digits, more than two float64 hold.
    private static readonly Rational Pi = new(
        BigInteger.Parse("3141592653589793238462643383279502884197169399375105820974944", CultureInfo.InvariantCulture),
        BigInteger.Pow(10, 60));

    /// <summary>A fraction; the denominator is not 0.</summary>
    public Rational(BigInteger numerator, BigInteger denominator)
    {
        BigInteger common = BigInteger.GreatestCommonDivisor(numerator, denominator) * (denominator.Sign < 0 ? -1 : 1);
        (Numerator, Denominator) = (numerator / common, denominator / common);
    }

    public static Rational Zero { get; } = new(0, 1);

    public static Rational One { get; } = new(1, 1);

    public BigInteger Numerator { get; }

    /// <summary>Above 0.</summary>
    public BigInteger Denominator { get; }

    /// <summary>Binary digits of both.</summary>
    public long Bits => Numerator.GetBitLength() + Denominator.GetBitLength();

    public static Rational operator *(Rational a, Rational b) =>
        new(a.Numerator * b.Numerator, a.Denominator * b.Denominator);

    public static Rational operator /(Rational a, Rational b) =>
        new(a.Numerator * b.Denominator, a.Denominator * b.Numerator);

    public static Rational operator +(Rational a, Rational b) =>
        new((a.Numerator * b.Denominator) + (b.Numerator * a.Denominator), a.Denominator * b.Denominator);

    public static Rational operator -(Rational a, Rational b) =>
        new((a.Numerator * b.Denominator) - (b.Numerator * a.Denominator), a.Denominator * b.Denominator);

    /// <summary>The decimal number that a finite float64 is written as: 0.1 is 1/10.</summary>
    public static Rational From(double value)
    {
        string[] parts = value.ToString("R", CultureInfo.InvariantCulture).Split('E');
        string mantissa = parts[0];
        int exponent = parts.Length > 1 ? int.Parse(parts[1], CultureInfo.InvariantCulture) : 0;
        int point = mantissa.IndexOf('.', StringComparison.Ordinal);
        if (point >= 0)
            exponent -= mantissa.Length - point - 1;
        string digits = mantissa.Replace(".", "", StringComparison.Ordinal);
        BigInteger whole = BigInteger.Parse(digits, CultureInfo.InvariantCulture);
        return exponent < 0 ? new(whole, BigInteger.Pow(10, -exponent)) : new(whole * BigInteger.Pow(10, exponent), 1);
    }

    /// <summary>The binary fraction that a finite float64 is.</summary>
    public static Rational Exactly(double value)
    {
        long bits = BitConverter.DoubleToInt64Bits(value);
        int exponent = (int)((bits >> 52) & 0x7FF);
        long mantissa = bits & 0xF_FFFF_FFFF_FFFF;
        mantissa = exponent == 0 ? mantissa : mantissa | (1L << 52);
        exponent = Math.Max(exponent, 1) - 1075;
        BigInteger whole = double.IsNegative(value) ? -mantissa : mantissa;
        return exponent < 0 ? new(whole, BigInteger.One << -exponent) : new(whole << exponent, 1);
    }

    /// <summary>This times a power of pi, to 60 digits.</summary>
    public Rational TimesPi(int power) => power == 0 ? this : this * Pi.Power(power);

    /// <summary>This to a whole power.</summary>
    public Rational Power(int exponent) => exponent >= 0
        ? new(BigInteger.Pow(Numerator, exponent), BigInteger.Pow(Denominator, exponent))
        : new(BigInteger.Pow(Denominator, -exponent), BigInteger.Pow(Numerator, -exponent));

    /// <summary>The root of a fraction above 0; null when it is no fraction.</summary>
    public Rational? Root(int degree) =>
        degree == 1 ? this
        : Root(Numerator, degree) is { } top && Root(Denominator, degree) is { } bottom ? new(top, bottom) : null;

    /// <summary>The nearest float64; halfway cases go to the even one.</summary>
    public double ToDouble()
    {
        if (Numerator.IsZero)
            return 0;
        // A quotient of 62 or 63 binary digits; a rest shows in its last digit, so the cast rounds as the fraction
        // does.
        BigInteger size = BigInteger.Abs(Numerator);
        int shift = (int)(62 - size.GetBitLength() + Denominator.GetBitLength());
        BigInteger over = size << Math.Max(shift, 0);
        BigInteger quotient = BigInteger.DivRem(over, Denominator << Math.Max(-shift, 0), out BigInteger rest);
        double rounded = Math.ScaleB((double)((long)quotient | (rest.IsZero ? 0L : 1L)), -shift);
        return Numerator.Sign < 0 ? -rounded : rounded;
    }

    private static BigInteger? Root(BigInteger value, int degree)
    {
        // Newton's steps from above end at the whole root.
        BigInteger root = BigInteger.One << (int)((value.GetBitLength() / degree) + 1);
        for (BigInteger next = root; ;)
        {
            next = (((degree - 1) * root) + (value / BigInteger.Pow(root, degree - 1))) / degree;
            if (next >= root)
                return BigInteger.Pow(root, degree) == value ? root : null;
            root = next;
        }
    }
}
