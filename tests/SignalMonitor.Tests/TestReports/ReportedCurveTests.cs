using SignalMonitor.TestReports;

namespace SignalMonitor.Tests.TestReports;

public sealed class ReportedCurveTests
{
    [Fact]
    public void Append_MorePointsThanThereIsRoom_KeepsEveryNth()
    {
        ReportedCurve curve = new();
        double[] points = [.. Enumerable.Range(0, 100_000).Select(i => (double)i)];

        foreach (double[] block in points.Chunk(333))
            curve.Append(block, block);

        curve.Xs.Count.ShouldBeInRange(4096, 8191);
        double step = curve.Xs[1] - curve.Xs[0];
        curve.Xs.Select((x, i) => x - (i * step)).ShouldAllBe(rest => rest == 0);
        curve.Ys.ShouldBe(curve.Xs);
    }

    [Fact]
    public void Append_ValueThatIsNoNumber_IsPassedOver()
    {
        ReportedCurve curve = new();

        curve.Append([1, double.NaN, 3], [1, 2, double.PositiveInfinity]);

        curve.Xs.ShouldBe([1.0]);
    }
}
