using FuncLibs.Signals.Units;

namespace FuncLibs.Tests.Signals.Units;

public class UnitAlgebraTests
{
    private static readonly Unit KiloNewton = UnitTable.Standard.Find("kN")!;
    private static readonly Unit Millimetre = UnitTable.Standard.Find("mm")!;
    private static readonly Unit Celsius = UnitTable.Standard.Find("degC")!;

    [Fact]
    public void Quotient_ForceByArea_IsAStress()
    {
        Unit area = UnitAlgebra.Power(Millimetre, 2).Unit!;
        Unit stress = UnitAlgebra.Quotient(KiloNewton, area).Unit!;

        stress.Name.ShouldBe("kN/mm^2");
        stress.HasSameDimension(UnitTable.Standard.Find("GPa")!).ShouldBeTrue();
        stress.Factor.ShouldBe(1e9, 1e-5);
    }

    [Fact]
    public void SquareRoot_OfASquare_IsTheUnit()
    {
        Unit square = UnitAlgebra.Product(Millimetre, Millimetre).Unit!;

        UnitAlgebra.SquareRoot(square).Unit!.HasSameDimension(Millimetre).ShouldBeTrue();
        UnitAlgebra.SquareRoot(square).Unit!.Factor.ShouldBe(Millimetre.Factor, 1e-18);
    }

    [Fact]
    public void Product_WithAPlainNumber_IsTheUnitItself()
    {
        UnitAlgebra.Product(Celsius, Unit.One).Unit.ShouldBe(Celsius);
        UnitAlgebra.Product(Unit.One, Celsius).Unit.ShouldBe(Celsius);
    }

    [Fact]
    public void Power_OfATemperatureWithItsOwnZero_IsRefused()
    {
        UnitAlgebra.Power(Celsius, 2).IsOk.ShouldBeFalse();
        UnitAlgebra.Quotient(Unit.One, Celsius).IsOk.ShouldBeFalse();
        UnitAlgebra.Power(Celsius, 1).Unit.ShouldBe(Celsius);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(100.5)]
    [InlineData(0.7)]
    public void Power_OddExponent_IsRefused(double exponent) =>
        UnitAlgebra.Power(Millimetre, exponent).IsOk.ShouldBeFalse();

    [Fact]
    public void Default_IsNoSuccess()
    {
        default(UnitOutcome).IsOk.ShouldBeFalse();
        default(UnitOutcome).ToString().ShouldBe("nothing was read");
    }

    [Fact]
    public void Find_OtherCase_IsAnotherUnit() =>
        (UnitTable.Standard.Find("MN")!.Factor / UnitTable.Standard.Find("mN")!.Factor).ShouldBe(1e9, 1e-4);

    [Fact]
    public void With_UnitOfTheLab_IsReadInCompounds()
    {
        UnitTable table = UnitTable.Standard.With([new Unit("cycle", Dimension.None, 1)], out string? fault)!;

        fault.ShouldBeNull();
        UnitParser.Parse("kN/cycle", table).ToString().ShouldBe("kN/cycle");
    }

    [Theory]
    [InlineData("k1", 1, "unit 'k1': a symbol is made of letters, % and _")]
    [InlineData("x", 0, "unit 'x': the factor is finite and above 0, the offset finite")]
    [InlineData("x", double.NaN, "unit 'x': the factor is finite and above 0, the offset finite")]
    public void With_BadUnit_ReportsWhichAndWhy(string name, double factor, string expected)
    {
        UnitTable.Standard.With([new Unit(name, Dimension.None, factor)], out string? fault).ShouldBeNull();
        fault.ShouldBe(expected);
    }
}
