using System.Diagnostics;
using FuncLibs.Runtime.Diagnostics;
using Testing;

namespace FuncLibs.Tests.Runtime.Diagnostics;

public sealed class CpuLoadTests
{
    [Fact]
    public void Take_NoTimePassed_IsNothing() => new CpuLoad(new FakeTime()).Sample().ShouldBe(0);

    [Fact]
    public void Take_AfterWork_IsWhatThisProcessUsed()
    {
        CpuLoad load = new(TimeProvider.System);
        long start = Stopwatch.GetTimestamp();
        TimeSpan before = Environment.CpuUsage.TotalTime;
        SpinWait
            .SpinUntil(
                () => Environment.CpuUsage.TotalTime - before >= TimeSpan.FromMilliseconds(50),
                TimeSpan.FromSeconds(20))
            .ShouldBeTrue();

        load.Sample().ShouldBeGreaterThanOrEqualTo(0.05 / Stopwatch.GetElapsedTime(start).TotalSeconds * 0.9);
    }
}
