using SignalMonitor.TestReports;

namespace SignalMonitor.Tests.TestReports;

public sealed class RainflowMatrixTests
{
    [Fact]
    public void Draw_Rows_AreAddedByClass()
    {
        string svg = RainflowMatrix.Draw([[10, 0, 3], [10, 0.01, 4.5], [5, 2, 1]], "servo1.force", "kN")!.End();

        svg.ShouldContain("7.5 cycles, range 9.688 to 10");
        svg.Split("class=\"cell\"").Length.ShouldBe(3);
    }

    [Fact]
    public void Draw_OneMean_IsInTheMiddle() =>
        RainflowMatrix.Draw([[4, 7, 1]], "x", "")!.End().ShouldContain("mean 7 to 7.125");

    [Fact]
    public void Draw_NoCycle_IsNoPlot() => RainflowMatrix.Draw([], "x", "").ShouldBeNull();
}
