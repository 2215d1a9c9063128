using FuncLibs.Signals.Cycles;

namespace FuncLibs.Tests.Signals.Cycles;

public class ReversalDetectorTests
{
    [Fact]
    public void TryFind_NoBand_FindsEveryTurnAndTheFirstPoint() =>
        Found(0, [0, 2, -1, 3]).ShouldBe([new(0, 0, false, true), new(1, 2, true, false), new(2, -1, false, false)]);

    [Fact]
    public void TryFind_Plateau_TakesItsFirstSample() =>
        Found(0, [0, 2, 2, 2, 1]).ShouldBe([new(0, 0, false, true), new(1, 2, true, false)]);

    [Fact]
    public void TryFind_MoveOfTheBand_IsNoise() =>
        Found(1, [0, 5, 4, 6, 5, 0]).ShouldBe([new(0, 0, false, true), new(3, 6, true, false)]);

    [Fact]
    public void TryFind_StartInsideTheBand_BeginsAtItsExtreme() =>
        Found(1, [0, 0.4, -0.5, 0.2, 3, 0]).ShouldBe([new(2, -0.5, false, true), new(4, 3, true, false)]);

    [Fact]
    public void TryFind_StartDownwards_BeginsAtAPeak() =>
        Found(1, [0, 0.4, -0.7, 2]).ShouldBe([new(1, 0.4, true, true), new(2, -0.7, false, false)]);

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(double.NegativeInfinity)]
    public void TryFind_NotFinite_IsPassedOver(double odd) =>
        Found(
            0,
            [
                odd, 0, odd, 2, odd, -1, 3, odd,
            ]).ShouldBe([new(1, 0, false, true), new(3, 2, true, false), new(5, -1, false, false)]);

    [Theory]
    [InlineData(5e-324, 0)]
    [InlineData(1.7e308, -1.7e308)]
    public void TryFind_SmallestAndLargestMoves_AreSeen(double high, double low) =>
        Found(0, [low, high, low]).ShouldBe([new(0, low, false, true), new(1, high, true, false)]);

    [Fact]
    public void Open_AfterTheLastReversal_IsTheFarthestSample()
    {
        var detector = new ReversalDetector(0);
        int at = 0;
        while (detector.TryFind(100, [0, 2, 1, 1], ref at))
            continue;

        detector.Open.ShouldBe(new Reversal(102, 1, false, false));
    }

    [Fact]
    public void TryFind_ConstantSignal_HasNoReversal()
    {
        var detector = new ReversalDetector(0);
        int at = 0;

        detector.TryFind(0, new double[50], ref at).ShouldBeFalse();
        detector.HasOpen.ShouldBeFalse();
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void Constructor_BandOutOfRange_IsRefused(double band) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new ReversalDetector(band));

    private static List<Reversal> Found(double band, double[] x)
    {
        var detector = new ReversalDetector(band);
        List<Reversal> found = [];
        int at = 0;
        while (detector.TryFind(0, x, ref at))
            found.Add(detector.Last);
        return found;
    }
}
