using FuncLibs.Runtime.Timing;
using FuncLibs.Signals;
using FuncLibs.Signals.Limits;

namespace FuncLibs.Tests.Signals.Limits;

public class LimitColumnTests
{
    private const double RateHz = 7000;
    private const long StartNs = 1_763_700_315_000_000_000;

    [Theory]
    [InlineData(0, 1)]
    [InlineData(0, 70)]
    [InlineData(35, 3)]
    [InlineData(36, 700)]
    public void NsOf_TheSameSampleInAnyBlock_IsTheSame(long first, int points)
    {
        LimitColumn column = Column(first, points);
        for (long index = 0; index < 100; index++)
            column.NsOf(index).ShouldBe(StartNs + SampleClock.NsOf(index, RateHz));
    }

    [Fact]
    public void IndexAt_FindsTheFirstSampleThatIsDueByThen()
    {
        LimitColumn column = Column(50, 70);
        for (long index = 50; index < 120; index++)
        {
            column.IndexAt(column.NsOf(index)).ShouldBe(index);
            column.IndexAt(column.NsOf(index) - 1).ShouldBe(index);
        }

        column.IndexAt(0).ShouldBe(50);
        column.IndexAt(long.MaxValue).ShouldBe(120);
    }

    [Fact]
    public void Create_OtherNumberOfQualities_IsMisuse() =>
        Should.Throw<ArgumentException>(() => _ = new LimitColumn(0, 1, 0, new double[2], new Quality[1]).EndIndex);

    private static LimitColumn Column(long first, int points) =>
        new(first, RateHz, StartNs + SampleClock.NsOf(first + points, RateHz), new double[points]);
}
