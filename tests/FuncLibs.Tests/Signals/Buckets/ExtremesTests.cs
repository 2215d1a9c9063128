using FuncLibs.Signals.Buckets;

namespace FuncLibs.Tests.Signals.Buckets;

public class ExtremesTests
{
    private static readonly double[] Special =
        [
            double.NaN, 0.0, -0.0, double.PositiveInfinity, double.NegativeInfinity, double.Epsilon, double.MaxValue,
            double.MinValue,
        ];

    [Fact]
    public void Of_AnyLengthAndAnyValues_IsWhatALoopFinds()
    {
        for (int seed = 0; seed < 2000; seed++)
        {
            var random = new Random(seed);
            int oneIn = random.Next(1, 20);
            double[] values = [.. Enumerable.Range(0, random.Next(1, 70)).Select(_ => Value(random, oneIn))];
            (double min, double max) = Extremes.Find(values);
            double[] numbers = [.. values.Where(value => !double.IsNaN(value))];
            (min, max).ShouldBe(
                numbers.Length == 0 ? (double.NaN, double.NaN) : (numbers.Min(), numbers.Max()), $"seed {seed}");
            (double.IsNegative(min) && min == 0).ShouldBeFalse($"seed {seed}");
            (double.IsNegative(max) && max == 0).ShouldBeFalse($"seed {seed}");
        }
    }

    [Fact]
    public void Of_TheExtremeAtAnyPlace_IsFound()
    {
        for (int length = 1; length < 40; length++)
        {
            for (int place = 0; place < length; place++)
            {
                double[] values = new double[length];
                values[place] = 5;
                Extremes.Find(values).Max.ShouldBe(5);
                values[place] = -5;
                Extremes.Find(values).Min.ShouldBe(-5);
            }
        }
    }

    private static double Value(Random random, int oneIn) =>
        random.Next(oneIn) == 0 ? Special[random.Next(Special.Length)] : random.NextDouble() - 0.5;
}
