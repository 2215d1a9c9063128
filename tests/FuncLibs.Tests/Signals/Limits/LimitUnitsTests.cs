using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Units;

namespace FuncLibs.Tests.Signals.Limits;

public class LimitUnitsTests
{
    private static readonly LimitDefinition Upper = new(1, "x", LimitKind.Upper, 90, Hysteresis: 2, Unit: "kN");

    [Fact]
    public void Convert_NoUnit_IsThatOfWhatIsWatched() =>
        To("N", Upper with { Unit = "" }).ShouldBe(Upper with { Unit = "N" });

    [Fact]
    public void Convert_Force_ConvertsEveryNumber() =>
        To("N", Upper).ShouldBe(Upper with { Value = 90_000, Hysteresis = 2_000, Unit = "N" });

    [Fact]
    public void Convert_NumbersInText_AreRoundedOnce()
    {
        LimitDefinition length = new(1, "x", LimitKind.Upper, 25.4, Hysteresis: 2.54, Unit: "mm");

        To("in", length).ShouldBe(length with { Value = 1, Hysteresis = 0.1, Unit = "in" });
    }

    [Fact]
    public void Convert_BandOfTemperatures_MovesItsEndsAndScalesItsHysteresis()
    {
        LimitDefinition band = new(1, "x", LimitKind.Band, 0, 100, 10, Unit: "degC");

        LimitDefinition kelvin = To("K", band);

        (kelvin.Value, kelvin.Value2, kelvin.Hysteresis).ShouldBe((273.15, 373.15, 10));
    }

    [Fact]
    public void Convert_Rate_IsInTheUnitPerSecond()
    {
        LimitDefinition rate = Upper with { Kind = LimitKind.Rate, Unit = "kN/s" };

        To("N", rate).ShouldBe(rate with { Value = 90_000, Hysteresis = 2_000, Unit = "N/s" });
        FindFault("N", rate with { Unit = "kN" }).ShouldContain("a rate is in N/s");
        To("degC", rate with { Unit = "K/s" }).Value.ShouldBe(90);
    }

    [Fact]
    public void Convert_PeakValleyChange_ConvertsItsNoiseAlone()
    {
        LimitDefinition change = new(1, "x", LimitKind.PeakValleyChange, 5, 0.5, 1, Unit: "kN");

        To("N", change).ShouldBe(change with { Value2 = 500, Unit = "N" });
        change.ValueUnit.ShouldBe("%");
    }

    [Theory]
    [InlineData("mm", "kN is not convertible to mm")]
    [InlineData("", "kN is not convertible to")]
    [InlineData("nounit", "the unit 'nounit' of x cannot be read")]
    public void Convert_AnotherDimension_IsRefused(string watched, string why) =>
        FindFault(watched, Upper).ShouldContain(why);

    [Fact]
    public void Convert_StaleWithAUnit_IsRefused() =>
        FindFault("N", new LimitDefinition(1, "x", LimitKind.Stale, 100, Unit: "s")).ShouldContain("in ms");

    [Fact]
    public void Convert_BeyondAllNumbers_IsRefused() =>
        FindFault("N", Upper with { Value = 1e308 }).ShouldContain("finite");

    private static LimitDefinition To(string watched, LimitDefinition limit)
    {
        LimitUnits.Convert(limit, watched, UnitTable.Standard, out LimitDefinition converted).ShouldBeNull();
        return converted;
    }

    private static string FindFault(string watched, LimitDefinition limit) =>
        LimitUnits.Convert(limit, watched, UnitTable.Standard, out _).ShouldNotBeNull();
}
