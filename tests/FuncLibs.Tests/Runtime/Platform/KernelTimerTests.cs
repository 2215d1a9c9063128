using System.Diagnostics;
using FuncLibs.Runtime.Platform;
using Testing;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed class KernelTimerTests
{
    // It may come back early, and then is asked again: what counts is that time passes and that it comes back.
    [Fact]
    public void Sleep_AskedUntilItIsTime_GetsThere()
    {
        long start = Stopwatch.GetTimestamp();
        TimeSpan wanted = TimeSpan.FromMilliseconds(5);
        while (Stopwatch.GetElapsedTime(start) is var passed && passed < wanted)
            KernelTimer.Sleep((long)(wanted - passed).TotalNanoseconds + 1);

        Stopwatch.GetElapsedTime(start).ShouldBeGreaterThanOrEqualTo(wanted);
    }

    [Fact]
    public void Sleep_TakesNoMemory() => Allocation.OfWarm(() => KernelTimer.Sleep(3_000_000)).ShouldBe(0);
}
