using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>The kernel's high-resolution timer (clock_nanosleep(2)), for one thread. Does not allocate.</summary>
public static partial class KernelTimer
{
    private const int ClockMonotonic = 1;
    private const long NanosecondsPerMillisecond = 1_000_000;
    private static readonly ManualResetEventSlim Never = new(false, 0);

    /// <summary>Lets a time pass, or less of it: the caller reads its clock and calls again.</summary>
    /// <param name="nanoseconds">Above 0.</param>
    public static void Sleep(long nanoseconds)
    {
        if (Linux.InUse)
            SleepInKernel(nanoseconds);
        else
            SleepElsewhere(nanoseconds);
    }

    // An interruption by a signal only means an early return, which the caller expects.
    private static void SleepInKernel(long nanoseconds)
    {
        var duration = new TimeSpec
        {
            Seconds = (nint)(nanoseconds / TimeSpec.NanosecondsPerSecond),
            Nanoseconds = (nint)(nanoseconds % TimeSpec.NanosecondsPerSecond),
        };
        _ = clock_nanosleep(ClockMonotonic, 0, in duration, 0);
    }

    // Timers of other systems are good to a millisecond or more: wait the whole ones less one, then give the core away
    // until it is time.
    private static void SleepElsewhere(long nanoseconds)
    {
        int milliseconds = (int)(nanoseconds / NanosecondsPerMillisecond) - 1;
        if (milliseconds > 0)
            Never.Wait(milliseconds);
        else
            Thread.Yield();
    }

    [LibraryImport("libc")]
    private static partial int clock_nanosleep(int clock, int flags, in TimeSpec duration, nint remaining);
}

/// <summary>A time of the kernel (struct timespec).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct TimeSpec
{
    public const long NanosecondsPerSecond = 1_000_000_000;

    public nint Seconds;
    public nint Nanoseconds;
}

/// <summary>
/// How much later than requested the kernel may wake a thread, to wake several at once. The default of Linux is 50 us.
/// </summary>
public static partial class TimerSlack
{
    private const int SetTimerSlack = 29;

    /// <summary>Requests 1 ns for the calling thread; does nothing on systems without timer slack.</summary>
    public static void UseFinest()
    {
        if (Linux.InUse)
            _ = prctl(SetTimerSlack, 1, 0, 0, 0);
    }

    [LibraryImport("libc")]
    private static partial int prctl(int option, nuint value, nuint unused3, nuint unused4, nuint unused5);
}
