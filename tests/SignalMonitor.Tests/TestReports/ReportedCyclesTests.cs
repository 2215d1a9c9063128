using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Compilation;
using SignalMonitor.TestReports;

namespace SignalMonitor.Tests.TestReports;

public sealed class ReportedCyclesTests
{
    private static readonly CyclicSignal Signal = new("servo1.force", "");

    private readonly ReportedLoop _loop =
        new(new StreamSignals(TestStream.Description).All[0], new StreamSignals(TestStream.Description).All[1], "");

    [Fact]
    public void Append_ManyCycles_KeepsEveryExtreme()
    {
        ReportedCycles cycles = new(Signal, new HashSet<long>());
        double[] peaks = [.. Enumerable.Range(1, 5000).Select(i => i == 1234 ? 900.0 : 100)];
        double[] valleys = [.. Enumerable.Range(1, 5000).Select(i => i == 4321 ? -900.0 : -100)];
        double[] counts = [.. Enumerable.Range(1, 5000).Select(i => (double)i)];

        cycles.Append(counts, peaks, valleys, null, default, default);

        cycles.Count.ShouldBe(5000);
        cycles.CyclesPerBucket.ShouldBe(8);
        cycles.Peaks[(1234 - 1) / 8].ShouldBe(900);
        cycles.Valleys[(4321 - 1) / 8].ShouldBe(-900);
        cycles.Peaks.ToArray().Max().ShouldBe(900);
    }

    [Fact]
    public void Append_ChosenCycle_KeepsItsSamples()
    {
        ReportedCycles cycles = new(Signal, new HashSet<long> { 2 });
        double[] counts = [0, 1, 1, 1, 2, 2, 3];
        double[] xs = [10, 11, 12, 13, 14, 15, 16];

        cycles.Append(counts, xs, xs, _loop, xs, xs);

        ReportedLoop second = cycles.Loops.First();
        second.Title.ShouldBe("cycle 2");
        second.Xs.ShouldBe([11, 12, 13]);
        cycles.Loops.Last().Title.ShouldBe("cycle 3");
        cycles.Loops.Last().Xs.ShouldBe([14, 15]);
    }

    [Fact]
    public void Append_CyclesThatWereNotSeen_LeaveAGap()
    {
        ReportedCycles cycles = new(Signal, new HashSet<long>());

        cycles.Append([1, 4], [5, 6], [-5, -6], null, default, default);

        cycles.Peaks.ToArray().ShouldBe([5, double.NaN, double.NaN, 6]);
    }
}
