using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Tests.Signals.Elementwise.Kernels;

public class ExactReciprocalTests
{
    [Fact]
    public void Round_ToDigits_HasTheBitsOfTheDivision()
    {
        var random = new Random(6);
        double[] x = new double[4096];
        double[] target = new double[x.Length];
        for (int digits = 1; digits <= 15; digits++)
        {
            double power = Math.Pow(10, digits);
            for (int i = 0; i < x.Length; i++)
                x[i] = (random.NextDouble() - 0.5) * Math.Pow(2, random.Next(-4, 53)) / power;
            x[0] = -0.0;
            x[1] = -0.4 / power;
            ElementwiseFunction.Round(digits, RoundingMode.HalfEven).Apply(x, target);
            double[] expected =
            [
                .. x.Select(v => Math.Abs(v * power) >= 4503599627370496 ? v : Math.Round(v * power) / power),
            ];
            HardValues.ShouldBeSame(target, expected, $"{digits} digits");
        }
    }
}
