using System.Runtime.InteropServices;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed partial class RealTimePriorityTests
{
    private const int Ordinary = 0;
    private const int Fifo = 1;
    private const int PolicyBits = 0xffff;

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public void TryUse_OutsideOfTheRange_IsRefused(int priority) =>
        Should.Throw<ArgumentOutOfRangeException>(() => RealTimePriority.TryUse(priority));

    [Fact]
    public void TryUse_WithTheRightToIt_IsThePolicyOfThisThreadAndNotOfThoseItStarts()
    {
        if (RealTimePriority.Check(10) is { } refusal)
        {
            refusal.ShouldNotBeEmpty();
            return;
        }

        (int own, int child) = (-1, -1);
        var thread = new Thread(() =>
        {
            RealTimePriority.TryUse(10);
            own = sched_getscheduler(0) & PolicyBits;
            var started = new Thread(() => child = sched_getscheduler(0) & PolicyBits);
            started.Start();
            started.Join();
        });
        thread.Start();
        thread.Join();

        (own, child).ShouldBe((Fifo, Ordinary));
    }

    [Fact]
    public void Check_LeavesTheCallingThreadOrdinary()
    {
        RealTimePriority.Check(10);

        (sched_getscheduler(0) & PolicyBits).ShouldBe(Ordinary);
    }

    [LibraryImport("libc")]
    private static partial int sched_getscheduler(int thread);
}
