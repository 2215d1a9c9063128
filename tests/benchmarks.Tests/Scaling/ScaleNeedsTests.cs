using Benchmarks.Scaling;

namespace Benchmarks.Tests.Scaling;

public sealed class ScaleNeedsTests
{
    private static readonly ByRole None = new(0, 0, 0, 0);

    [Fact]
    public void Table_OfALine_HasARowForEachCount() =>
        new ScaleNeeds([Cost(10), Cost(20)]).Table().Count().ShouldBe(2 + ScaleNeeds.Counts.Count);

    [Fact]
    public void Table_OfALine_GoesOnStraight() =>
        new ScaleNeeds([Cost(10), Cost(20)]).Table().Last()
            .ShouldBe("| 200 | 20,000 | 8.2 | 160 / 160 | 1,728 | 4.2 | 2.1 |");

    // 0.1 cores and 0.02 a rig of the broker, 0.1 and 0.01 of the monitor, of which half are to be in use.
    private static ScaleCost Cost(int rigs) => new(
        rigs,
        100 * rigs,
        100_000 * rigs,
        new ByRole(1, 1, 0.1 + (0.02 * rigs), 0.1 + (0.01 * rigs)),
        new ByRole(0, 0, 0, 100_000_000 + (10_000_000.0 * rigs)),
        None);
}
