using FuncLibs.Messaging.Wire.Control;
using SignalMonitor.History;

namespace SignalMonitor.Tests.History;

public class EarlierHistoryTests
{
    [Theory]
    [InlineData(100_000_000, 0, true)]
    [InlineData(800_000_000, 1_600_000_000, true)]
    [InlineData(300_000_000, 0, false)]
    [InlineData(50_000_000, 0, false)]
    [InlineData(1, 0, false)]
    [InlineData(100_000_000, 9_200_000_000_000_000_000, false)]
    [InlineData(100_000_000, -9_200_000_000_000_000_000, false)]
    public void TryFrom_AGrid_IsTakenOnlyWhenItIsOurs(long bucketNs, long t0, bool taken)
    {
        HistoryAnswer answer = new() { BucketNs = bucketNs, T0 = t0 };
        answer.Columns.Add(new HistoryColumn("ad1", [1], [1], [1], [1], [1]));

        (EarlierHistory.TryFrom(answer) is not null).ShouldBe(taken);
    }

    [Fact]
    public void TryFrom_NoBuckets_IsNothing() =>
        EarlierHistory.TryFrom(new HistoryAnswer { BucketNs = 100_000_000 }).ShouldBeNull();

    [Fact]
    public void TryFrom_ANameTwice_TakesTheFirst()
    {
        HistoryAnswer answer = new() { BucketNs = 100_000_000 };
        answer.Columns.Add(new HistoryColumn("ad1", [1], [1], [1], [1], [1]));
        answer.Columns.Add(new HistoryColumn("ad1", [2], [2], [2], [2], [2]));

        EarlierHistory.TryFrom(answer).ShouldNotBeNull().Names.ShouldBe(["ad1"]);
    }
}
