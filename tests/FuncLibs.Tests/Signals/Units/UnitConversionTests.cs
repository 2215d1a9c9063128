using System.Globalization;
using System.Numerics;
using FuncLibs.Signals.Units;

namespace FuncLibs.Tests.Signals.Units;

public class UnitConversionTests
{
    [Theory]
    [InlineData("kN", "N", 2.5, 2500)]
    [InlineData("N/mm^2", "MPa", 240, 240)]
    [InlineData("mm", "um", 0.001, 1)]
    [InlineData("in", "mm", 1, 25.4)]
    [InlineData("lbf", "N", 1, 4.4482216152605)]
    [InlineData("psi", "kPa", 1, 6.894757293168361)]
    [InlineData("bar", "MPa", 10, 1)]
    [InlineData("kN/mm", "N/m", 1, 1e6)]
    [InlineData("%", "ustrain", 0.2, 2000)]
    [InlineData("deg", "rad", 180, Math.PI)]
    [InlineData("rpm", "rad/s", 60, 2 * Math.PI)]
    [InlineData("Hz", "1/min", 1, 60)]
    [InlineData("degC", "K", 20, 293.15)]
    [InlineData("degF", "degC", 212, 100)]
    [InlineData("degC", "degF", -40, -40)]
    [InlineData("K", "degC", 0, -273.15)]
    [InlineData("J", "kN*mm", 5, 5)]
    [InlineData("V*A", "W", 3, 3)]
    [InlineData("MPa*m^0.5", "N/mm^1.5", 1, 31.622776601683793)]
    public void Between_KnownPairs_GivesTheKnownValue(string from, string to, double value, double expected)
    {
        UnitConversion.Between(Read(from), Read(to), out UnitConversion conversion).ShouldBeNull();

        conversion.Convert(value).ShouldBe(expected, Math.Abs(expected) * 1e-13);
    }

    [Theory]
    [InlineData("kN", "mm", "kN is not convertible to mm: kg*m*s^-2 against m")]
    [InlineData("N*m", "N*m/rad", "N*m is not convertible to N*m/rad: kg*m^2*s^-2 against kg*m^2*s^-2*rad^-1")]
    [InlineData("%", "K", "% is not convertible to K: 1 against K")]
    public void Between_OtherDimensions_NamesBoth(string from, string to, string fault) =>
        UnitConversion.Between(Read(from), Read(to), out _).ShouldBe(fault);

    [Fact]
    public void Between_SameUnit_ChangesNothing()
    {
        foreach (string symbol in UnitTable.Standard.Symbols)
        {
            UnitConversion.Between(Read(symbol), Read(symbol), out UnitConversion conversion).ShouldBeNull();
            conversion.IsIdentity.ShouldBeTrue(symbol);
        }
    }

    [Fact]
    public void Between_ThereAndBack_IsTheValueToTwelveDigits()
    {
        // Its own zero cancels digits: 123 nK is 0 K to all digits of a temperature in degC.
        Unit[] units = [.. UnitTable.Standard.Symbols.Select(Read).Where(unit => !unit.IsAffine)];
        foreach ((Unit from, Unit to) in units.SelectMany(
            from => units.Where(from.HasSameDimension).Select(to => (from, to))))
        {
            UnitConversion.Between(from, to, out UnitConversion there).ShouldBeNull();
            UnitConversion.Between(to, from, out UnitConversion back).ShouldBeNull();
            back.Convert(there.Convert(123.456)).ShouldBe(123.456, 1e-9, $"{from} to {to}");
        }
    }

    [Fact]
    public void Between_EveryPairOfTheTable_IsTheExactValueRoundedOnce()
    {
        int pairs = 0;
        double[] values = [1, 3, 7, 0.1, -2.5, 68, 1000, 123.456, 1e-7, .. Random(11, 40)];
        foreach ((string from, Size source) in Sizes())
        {
            foreach ((string to, Size target) in Sizes().Where(
                size => size.Key != from && Read(size.Key).HasSameDimension(Read(from))))
            {
                UnitConversion.Between(Read(from), Read(to), out UnitConversion conversion).ShouldBeNull();
                foreach (double value in values)
                    ShouldBeNearest(conversion.Convert(value), source, target, value, $"{value:R} {from} in {to}");
                pairs++;
            }
        }

        pairs.ShouldBeGreaterThan(600);
    }

    [Fact]
    public void Between_ZerosAndWhatIsNotFinite_IsWhatItWas()
    {
        UnitConversion.Between(Read("in"), Read("mm"), out UnitConversion conversion).ShouldBeNull();

        double.IsNegative(conversion.Convert(-0.0)).ShouldBeTrue();
        double.IsNegative(conversion.Convert(0.0)).ShouldBeFalse();
        conversion.Convert(double.NegativeInfinity).ShouldBe(double.NegativeInfinity);
        conversion.Convert(double.NaN).ShouldBe(double.NaN);
        conversion.Convert(5e306).ShouldBe(1.27e308, 1e293);
        conversion.Convert(double.MaxValue).ShouldBe(double.PositiveInfinity);
    }

    [Theory]
    [InlineData("mm", "in", 25.4, 1)]
    [InlineData("degF", "degC", 67.1, 19.5)]
    [InlineData("%", "", -50, -0.5)]
    [InlineData("kN", "N", -1, -1000)]
    [InlineData("um", "mm", -1000, -1)]
    [InlineData("degF", "degC", 32, 0)]
    [InlineData("lbf", "N", 1, 4.4482216152605)]
    [InlineData("deg", "rad", 180, Math.PI)]
    [InlineData("MPa*m^0.5", "N/mm^1.5", 0, 0)]
    public void ConvertDecimal_DecimalNumber_IsConvertedAsItIsShown(
        string from, string to, double value, double expected)
    {
        UnitConversion.Between(Read(from), Read(to), out UnitConversion conversion).ShouldBeNull();

        conversion.ConvertDecimal(value).ShouldBe(expected);
    }

    [Fact]
    public void Between_CustomUnit_IsItsDecimalNumber()
    {
        Unit grip = Unit.Multiple("grip", 0.1, 0, Read("in"));

        UnitConversion.Between(grip, Read("mm"), out UnitConversion conversion).ShouldBeNull();

        conversion.Convert(1).ShouldBe(2.54);
    }

    [Fact]
    public void Parse_PowersOfPowers_StaySmall()
    {
        Unit unit = UnitTable.Standard.With([new Unit("u", Dimension.None, 1.0000000000000002)], out _)!.Find("u")!;
        for (int i = 0; i < 20; i++)
            unit = UnitAlgebra.Power(unit, 100).Unit ?? unit;

        unit.Factor.ShouldBeGreaterThan(1);
    }

    private static double[] Random(int seed, int count)
    {
        Random random = new(seed);
        return
        [
            .. Enumerable
                .Range(0, count)
                .Select(
                    _ => BitConverter.Int64BitsToDouble(
                        random.NextInt64(0x3E00_0000_0000_0000, 0x4200_0000_0000_0000))),
        ];
    }

    // The result is at most as far from the exact value as its neighbours.
    private static void ShouldBeNearest(double found, Size source, Size target, double value, string what)
    {
        (BigInteger top, BigInteger bottom) = Exactly(value);
        BigInteger over = ((top * source.Over * source.OffsetUnder)
            + (source.OffsetOver * bottom * source.Under)) * target.OffsetUnder;
        BigInteger under = bottom * source.Under * source.OffsetUnder * target.OffsetUnder;
        over -= target.OffsetOver * (under / target.OffsetUnder);
        (over, under) = (over * target.Under, under * target.Over);
        BigInteger error = Error(found);
        (error <= Error(Math.BitIncrement(found))
            && error <= Error(Math.BitDecrement(found))).ShouldBeTrue($"{what} is not {found:R}");

        // Distances from the exact value, all in one fraction.
        BigInteger Error(double near)
        {
            (BigInteger nearTop, BigInteger nearBottom) = Exactly(near);
            return BigInteger.Abs((over * nearBottom) - (nearTop * under)) * ((BigInteger.One << 1200) / nearBottom);
        }
    }

    private static (BigInteger Over, BigInteger Under) Exactly(double value)
    {
        int shift = 0;
        for (; value != Math.Truncate(value); shift++)
            value *= 2;
        return (new BigInteger(value), BigInteger.One << shift);
    }

    // SI value = value * Over / Under + OffsetOver / OffsetUnder, from the definitions and not from the product.
    private static Dictionary<string, Size> Sizes()
    {
        BigInteger pound = BigInteger.Parse("44482216152605", CultureInfo.InvariantCulture);
        BigInteger tenTo13 = BigInteger.Pow(10, 13);
        BigInteger pi = BigInteger.Parse(
            "3141592653589793238462643383279502884197169399375105820974944", CultureInfo.InvariantCulture);
        BigInteger tenTo60 = BigInteger.Pow(10, 60);
        Dictionary<string, Size> sizes = new()
        {
            ["cm"] = new(1, 100),
            ["in"] = new(254, 10_000),
            ["ft"] = new(3048, 10_000),
            ["mil"] = new(254, 10_000_000),
            ["min"] = new(60, 1),
            ["h"] = new(3600, 1),
            ["d"] = new(86400, 1),
            ["mg"] = new(1, 1_000_000),
            ["g"] = new(1, 1000),
            ["kg"] = new(1, 1),
            ["t"] = new(1000, 1),
            ["lb"] = new(45359237, 100_000_000),
            ["daN"] = new(10, 1),
            ["kgf"] = new(980665, 100_000),
            ["lbf"] = new(pound, tenTo13),
            ["kip"] = new(pound * 1000, tenTo13),
            ["bar"] = new(100_000, 1),
            ["mbar"] = new(100, 1),
            ["psi"] = new(pound * 100_000_000, tenTo13 * 254 * 254),
            ["ksi"] = new(pound * 100_000_000_000, tenTo13 * 254 * 254),
            ["L"] = new(1, 1000),
            ["mL"] = new(1, 1_000_000),
            ["%"] = new(1, 100),
            ["ppm"] = new(1, 1_000_000),
            ["degC"] = new(1, 1, 27315, 100),
            ["degF"] = new(5, 9, 45967 * 5, 900),
            ["deg"] = new(pi, tenTo60 * 180),
            ["rev"] = new(2 * pi, tenTo60),
        };
        foreach (string symbol in (string[])["m", "s", "N", "Pa", "K", "rad", "strain"])
        {
            sizes[symbol] = new(1, 1);
            ReadOnlySpan<(string, int)> prefixes = [("G", 9), ("M", 6), ("k", 3), ("m", -3), ("u", -6), ("n", -9)];
            foreach ((string prefix, int power) in prefixes)
                sizes[prefix + symbol] =
                    power > 0 ? new(BigInteger.Pow(10, power), 1) : new(1, BigInteger.Pow(10, -power));
        }

        return sizes;
    }

    private sealed record Size(BigInteger Over, BigInteger Under, BigInteger OffsetOver, BigInteger OffsetUnder)
    {
        public Size(BigInteger over, BigInteger under)
            : this(over, under, 0, 1)
        {
        }
    }

    private static Unit Read(string text) => UnitParser.Parse(text).Unit.ShouldNotBeNull(text);
}
