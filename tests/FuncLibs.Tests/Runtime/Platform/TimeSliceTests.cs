using FuncLibs.Runtime.Platform;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed class TimeSliceTests
{
    // A kernel before 6.12 says 0: it has no slices that a thread may choose.
    [Fact]
    public void UseShortest_ThisThread_HasIt()
    {
        (long before, long after) = OnThread(() =>
        {
            long slice = TimeSlice.CurrentNs;
            TimeSlice.UseShortest();
            return (slice, TimeSlice.CurrentNs);
        });

        after.ShouldBe(before == 0 ? 0 : TimeSlice.ShortestNs);
    }

    [Fact]
    public void UseShortest_OtherThreads_KeepTheirs()
    {
        long before = TimeSlice.CurrentNs;

        OnThread(() =>
        {
            TimeSlice.UseShortest();
            return 0;
        });

        TimeSlice.CurrentNs.ShouldBe(before);
    }

    [Fact]
    public void Use_0_IsTheDefaultAgain()
    {
        (long usual, long after) = OnThread(() =>
        {
            // A thread begins with the slice of the one that started it, which may have requested another.
            TimeSlice.Use(0);
            long slice = TimeSlice.CurrentNs;
            TimeSlice.UseShortest();
            TimeSlice.Use(0);
            return (slice, TimeSlice.CurrentNs);
        });

        after.ShouldBe(usual);
    }

    [Fact]
    public void Use_TenYears_IsTakenForTheLongest()
    {
        long after = OnThread(() =>
        {
            TimeSlice.Use(long.MaxValue);
            return TimeSlice.CurrentNs;
        });

        after.ShouldBeLessThanOrEqualTo(100_000_000);
    }

    private static T OnThread<T>(Func<T> work)
    {
        T result = default!;
        var thread = new Thread(() => result = work());
        thread.Start();
        thread.Join();
        return result;
    }
}
