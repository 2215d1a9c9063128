using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Tests.Signals.Elementwise;

public class LookupTableTests
{
    private static readonly double[] X = [-1, 0, 0.5, 4];
    private static readonly double[] Y = [10, 0, 0.1, -3];

    [Fact]
    public void Lookup_SupportPoints_ComeBackToTheBit() => X.Select(Of(clamps: false).Apply).ShouldBe(Y);

    [Theory]
    [InlineData(-1.0000000000000002, double.NaN, 10)]
    [InlineData(4.1, double.NaN, -3)]
    [InlineData(double.NegativeInfinity, double.NaN, 10)]
    [InlineData(-0.5, 5, 5)]
    public void Lookup_AtAndOutsideTheEnds_IsNaNUnlessItClamps(double x, double open, double clamped)
    {
        Of(clamps: false).Apply(x).ShouldBe(open);
        Of(clamps: true).Apply(x).ShouldBe(clamped);
    }

    [Theory]
    [InlineData(new double[] { 0, 1 }, new double[] { 0 }, "2 places but 1 values; give pairs")]
    [InlineData(new double[] { 0 }, new double[] { 0 }, "1 points; allowed are 2 to 65536")]
    [InlineData(new double[] { 0, 0 }, new double[] { 0, 1 }, "point 2: 0 is not above 0; sort the places, each once")]
    [InlineData(new double[] { 0, double.NaN }, new double[] { 0, 1 }, "point 2: (NaN, 1) is not finite; leave it out")]
    [InlineData(new double[] { 0, 5e-324 }, new double[] { 0, 1 }, "too steep for float64; move the places apart")]
    public void Create_BadPoints_ReportsWhichAndWhatToDo(double[] x, double[] y, string fault)
    {
        LookupTable.Create(x, y, clamps: false, out string? found).ShouldBeNull();
        found!.ShouldEndWith(fault);
    }

    private static ElementwiseFunction Of(bool clamps) =>
        ElementwiseFunction.Lookup(LookupTable.Create(X, Y, clamps, out _)!);
}
