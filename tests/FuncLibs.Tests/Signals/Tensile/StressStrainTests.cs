using FuncLibs.Signals.Tensile;
using Testing;

namespace FuncLibs.Tests.Signals.Tensile;

public class StressStrainTests
{
    [Fact]
    public void Stress_Kilonewton_IsMegapascal() => StressStrain.Stress(40, ForceUnit.Kilonewton, 80).ShouldBe(500);

    [Fact]
    public void Stress_Newton_IsMegapascal() => StressStrain.Stress(40_000, ForceUnit.Newton, 80).ShouldBe(500);

    [Fact]
    public void Stress_NoArea_IsInfinite() =>
        StressStrain.Stress(1, ForceUnit.Newton, 0).ShouldBe(double.PositiveInfinity);

    [Fact]
    public void Strain_Extension_IsARatio() => StressStrain.Strain(0.1, 50).ShouldBe(0.002);

    [Fact]
    public void TrueStress_ConstantVolume_GrowsWithTheStrain() =>
        StressStrain.TrueStress(500, 0.1).ShouldBe(550, 1e-12);

    [Theory]
    [InlineData(0.1, 0.095310179804324860)]
    [InlineData(1e-10, 9.9999999995000000e-11)]
    [InlineData(-1e-5, -1.0000050000333335e-5)]
    [InlineData(5e-324, 5e-324)]
    [InlineData(1, 0.69314718055994531)]
    public void TrueStrain_AnyStrain_KeepsItsDigits(double strain, double expected) =>
        Math.Abs(StressStrain.TrueStrain(strain) - expected).ShouldBeLessThanOrEqualTo(Math.Abs(expected) * 4e-16);

    [Theory]
    [InlineData(-1, double.NegativeInfinity)]
    [InlineData(-1.5, double.NaN)]
    [InlineData(double.NaN, double.NaN)]
    [InlineData(double.PositiveInfinity, double.PositiveInfinity)]
    public void TrueStrain_Poles_AreThoseOfTheLogarithm(double strain, double expected) =>
        StressStrain.TrueStrain(strain).ShouldBe(expected);

    [Fact]
    public void Arrays_InPlace_EqualTheNumberForms()
    {
        double[] x = [0, 1.5, -2, double.NaN, 1e300];
        double[] stress = [.. x];
        double[] strain = [.. x];
        double[] truly = [.. x];
        double[] log = [.. x];

        StressStrain.Stress(stress, ForceUnit.Kilonewton, 78.5, stress);
        StressStrain.Strain(strain, 50, strain);
        StressStrain.TrueStress(truly, x, truly);
        StressStrain.TrueStrain(log, log);

        stress.ShouldBe(x.Select(value => StressStrain.Stress(value, ForceUnit.Kilonewton, 78.5)));
        strain.ShouldBe(x.Select(value => StressStrain.Strain(value, 50)));
        truly.ShouldBe(x.Select(value => StressStrain.TrueStress(value, value)));
        log.ShouldBe(x.Select(StressStrain.TrueStrain));
    }

    [Fact]
    public void Arrays_Warm_DoNotAllocate()
    {
        double[] x = new double[1000];

        Allocation.OfWarm(() => StressStrain.TrueStrain(x, x)).ShouldBe(0);
    }
}
