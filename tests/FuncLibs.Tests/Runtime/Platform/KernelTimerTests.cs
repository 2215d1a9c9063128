using System.Diagnostics;
using FuncLibs.Runtime.Platform;
using Testing;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed class KernelTimerTests
{
    // It may return early, and then is asked again: what counts is that time passes and that it returns.
    [Fact]
    public void Sleep_RepeatedUntilDue_ReachesIt()
    {
        long start = Stopwatch.GetTimestamp();
        TimeSpan wanted = TimeSpan.FromMilliseconds(5);
        while (Stopwatch.GetElapsedTime(start) is var passed && passed < wanted)
            KernelTimer.Sleep((long)(wanted - passed).TotalNanoseconds + 1);

        Stopwatch.GetElapsedTime(start).ShouldBeGreaterThanOrEqualTo(wanted);
    }

    [Fact]
    public void Sleep_DoesNotAllocate() => Allocation.OfWarm(() => KernelTimer.Sleep(3_000_000)).ShouldBe(0);
}
