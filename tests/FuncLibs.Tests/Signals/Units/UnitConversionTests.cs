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
    public void Of_KnownPairs_GivesTheKnownValue(string from, string to, double value, double expected)
    {
        UnitConversion.Between(Read(from), Read(to), out UnitConversion conversion).ShouldBeNull();

        conversion.Of(value).ShouldBe(expected, Math.Abs(expected) * 1e-13);
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
    public void Of_ThereAndBack_IsTheValueToTwelveDigits()
    {
        // A zero of its own cancels digits: 123 nK is 0 K to all digits of a temperature in degC.
        Unit[] units = [.. UnitTable.Standard.Symbols.Select(Read).Where(unit => !unit.IsAffine)];
        foreach ((Unit from, Unit to) in units.SelectMany(from => units.Where(from.IsLike).Select(to => (from, to))))
        {
            UnitConversion.Between(from, to, out UnitConversion there).ShouldBeNull();
            UnitConversion.Between(to, from, out UnitConversion back).ShouldBeNull();
            back.Of(there.Of(123.456)).ShouldBe(123.456, 1e-9, $"{from} to {to}");
        }
    }

    private static Unit Read(string text) => UnitParser.Parse(text).Unit.ShouldNotBeNull(text);
}
