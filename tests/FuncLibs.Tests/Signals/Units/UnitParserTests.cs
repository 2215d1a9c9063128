using FuncLibs.Signals.Units;

namespace FuncLibs.Tests.Signals.Units;

public class UnitParserTests
{
    [Theory]
    [InlineData("kN", "kN", 1e3)]
    [InlineData("", "1", 1)]
    [InlineData("1", "1", 1)]
    [InlineData("kN/mm", "kN/mm", 1e6)]
    [InlineData("N*m", "N*m", 1)]
    [InlineData("N.m", "N*m", 1)]
    [InlineData("N\u00B7m", "N*m", 1)]
    [InlineData("mm^2", "mm^2", 1e-6)]
    [InlineData("mm\u00B2", "mm^2", 1e-6)]
    [InlineData("m/s2", "m/s^2", 1)]
    [InlineData("1/s", "1/s", 1)]
    [InlineData("s-1", "s^-1", 1)]
    [InlineData("MPa*m^0.5", "MPa*m^0.5", 1e6)]
    [InlineData("MPa*sqrt(m)", "MPa*m^0.5", 1e6)]
    [InlineData("m^(1/3)", "m^(1/3)", 1)]
    [InlineData("(kN/mm)^2", "(kN/mm)^2", 1e12)]
    [InlineData("J/(kg*K)", "J/(kg*K)", 1)]
    [InlineData(" N / mm^2 ", "N/mm^2", 1e6)]
    [InlineData("\u00B5m", "um", 1e-6)]
    [InlineData("%", "%", 1e-2)]
    [InlineData("ustrain", "ustrain", 1e-6)]
    [InlineData("N/N", "1", 1)]
    public void Parse_AsEngineersWrite_GivesNameAndSize(string text, string name, double factor)
    {
        UnitOutcome outcome = UnitParser.Parse(text);

        outcome.Reason.ShouldBeNull();
        outcome.ToString().ShouldBe(name);
        outcome.Unit!.Factor.ShouldBe(factor, factor * 1e-15);
    }

    [Theory]
    [InlineData("kn", "column 1: 'kn' is not a known unit (did you mean ")]
    [InlineData("kN/strane", "column 4: 'strane' is not a known unit (did you mean strain?)")]
    [InlineData("kN/", "column 4: a unit is missing at the end")]
    [InlineData("kN//mm", "column 4: '/' is no unit")]
    [InlineData("(kN", "column 1: this '(' is not closed")]
    [InlineData("kN)", "column 3: ')' closes nothing")]
    [InlineData("kN mm", "column 4: 'm' is not expected; join units with *, / or ^")]
    [InlineData("mm^", "column 4: an exponent is a number such as 2, -1, 0.5 or (1/3)")]
    [InlineData("mm^(1/0)", "column 4: an exponent is a number such as 2, -1, 0.5 or (1/3)")]
    [InlineData("mm^0.4", "column 1: (mm)^0.4: an exponent is a multiple of 1/12 up to 100")]
    [InlineData("mm^101", "column 1: (mm)^101: an exponent is a multiple of 1/12 up to 100")]
    [InlineData("Gm^99", "column 1: Gm^99: its size does not fit a float64; choose other prefixes")]
    [InlineData(
        "W/degC",
        "column 2: degC has its own zero and cannot be used in a product, quotient or power; convert to K first")]
    [InlineData("2*N", "column 1: '2' is no unit")]
    [InlineData("12", "column 1: '1' is no unit")]
    public void Parse_BadText_ReportsWhereWhatAndWhatToDo(string text, string message) =>
        UnitParser.Parse(text).ToString().ShouldStartWith(message);

    [Fact]
    public void Parse_TooLongOrTooDeep_IsRefused()
    {
        UnitParser
            .Parse(new string('m', 201))
            .ToString()
            .ShouldBe("column 201: a unit of 201 characters; allowed are 200");
        UnitParser.Parse(new string('(', 100)).ToString().ShouldBe("column 17: brackets are nested deeper than 16");
    }

    [Fact]
    public void Parse_EverySymbolAndItsCombinations_ReadsWhatItPrinted()
    {
        Unit[] units = [.. UnitTable.Standard.Symbols.Select(symbol => UnitTable.Standard.Find(symbol)!)];
        foreach (Unit unit in units.Where(unit => !unit.IsAffine))
        {
            UnitOutcome[] made =
            [
                UnitAlgebra.Power(unit, -2), UnitAlgebra.Power(unit, 0.5), UnitAlgebra.Power(unit, 1 / 3.0),
                UnitAlgebra.Quotient(Unit.One, unit),
                UnitAlgebra.Product(unit, units[0].IsAffine ? units[1] : units[0]),
                UnitAlgebra.Power(UnitAlgebra.Quotient(unit, UnitTable.Standard.Find("ms")!).Unit!, 1.5),
            ];
            foreach (UnitOutcome outcome in made)
            {
                Unit again = UnitParser.Parse(outcome.Unit!.Name).Unit.ShouldNotBeNull(outcome.ToString());
                again.Dimension.ShouldBe(outcome.Unit.Dimension, outcome.ToString());
                again.Factor.ShouldBe(outcome.Unit.Factor, outcome.Unit.Factor * 1e-14, outcome.ToString());
            }
        }
    }

    [Fact]
    public void Parse_RandomText_NeverThrows()
    {
        const string Letters = "kNm/*^().-0125 s%qrt\u00B5\u00B2\u0000";
        var random = new Random(12);
        for (int i = 0; i < 100_000; i++)
        {
            string text =
                string.Concat(Enumerable.Range(0, random.Next(20)).Select(_ => Letters[random.Next(Letters.Length)]));
            UnitOutcome outcome = UnitParser.Parse(text);
            (outcome.IsOk || outcome.Column > 0).ShouldBeTrue(text);
        }
    }
}
