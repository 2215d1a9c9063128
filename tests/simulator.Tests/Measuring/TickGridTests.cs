using System.Numerics;
using Simulator.Measuring;

namespace Simulator.Tests.Measuring;

public sealed class TickGridTests
{
    private static readonly long[] Indices =
    [
        0, 1, 2, 3, 99, 100, 101, 12_345, 1_000_003, 30_000L * 86_400 * 365, (1L << 53) - 1,
    ];

    [Theory]
    [InlineData(10_000, 1, 30_000, 0.0)]
    [InlineData(10_000, 1, 30_000, 3.7)]
    [InlineData(10_000, 64, 15_000, 2.0)]
    [InlineData(4_096, 1, 2_000, 5.125)]
    [InlineData(4_096, 1, 99_991, 2.000_001)]
    [InlineData(100_000, 1024, int.MaxValue, 1_048_576)]
    public void At_AnySample_IsExact(int loopHz, int divisor, int rateHz, double delay)
    {
        var grid = new TickGrid(loopHz, divisor, rateHz, delay);
        BigInteger delayParts = (BigInteger)Math.Round(delay * grid.Parts);
        foreach (long i in Indices)
        {
            BigInteger parts = ((BigInteger)i * loopHz * grid.Parts / ((BigInteger)divisor * rateHz)) - delayParts;
            TickPosition at = grid.At(i);
            (((BigInteger)at.Tick * grid.Parts) + at.Part).ShouldBe(parts);
            at.Part.ShouldBeInRange(0, grid.Parts - 1);
        }
    }

    [Theory]
    [InlineData(10_000, 64, 15_000)]
    [InlineData(4_096, 1, 2_000)]
    [InlineData(1_024, 1, 99_991)]
    public void Next_OfASample_IsAtOfTheNext(int loopHz, int divisor, int rateHz)
    {
        var grid = new TickGrid(loopHz, divisor, rateHz, 2.3);
        TickPosition at = grid.At(0);
        for (int i = 1; i < 20_000; i++)
        {
            at = grid.Next(at);
            grid.At(i).ShouldBe(at);
        }
    }

    [Theory]
    [InlineData(0, 1, 1, 0)]
    [InlineData(100_001, 1, 1, 0)]
    [InlineData(4_096, 0, 1, 0)]
    [InlineData(4_096, 1025, 1, 0)]
    [InlineData(4_096, 1, 0, 0)]
    [InlineData(4_096, 1, 1, -1)]
    [InlineData(4_096, 1, 1, double.NaN)]
    public void New_OfImpossibleRates_IsRefused(int loopHz, int divisor, int rateHz, double delay) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new TickGrid(loopHz, divisor, rateHz, delay));
}
