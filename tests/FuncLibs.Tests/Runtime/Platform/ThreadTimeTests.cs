using FuncLibs.Runtime.Platform;
using Testing;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed class ThreadTimeTests
{
    [Fact]
    public void NowNs_ASpinningThread_Grows()
    {
        if (!Linux.InUse)
            return;
        long begun = ThreadTime.NowNs();

        Eventually.True(() => Spun() - begun > 1_000_000, "a millisecond of spinning is counted");

        static long Spun()
        {
            Thread.SpinWait(10_000);
            return ThreadTime.NowNs();
        }
    }

    [Fact]
    public void NowNs_DoesNotAllocate() => Allocation.OfWarm(() => ThreadTime.NowNs()).ShouldBe(0);
}
