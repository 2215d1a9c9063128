using System.Runtime.InteropServices;

namespace FuncLibs.Timing;

/// <summary>
/// Sleeps in the kernel until shortly before the time, then spins: at most <see cref="SpinNs"/> a call, 1.5 % of a core at 300 ticks a
/// second.
/// A wake-up costs 40 us on Linux with timer slack 1; spinning over that much takes it out of the pacing.
/// </summary>
/// <param name="spinNs">Longest spin, in ns. 0 never spins, and is late by a wake-up:
/// for ticks so short that spinning would take a core.</param>
public sealed partial class KernelSleep(long spinNs = KernelSleep.SpinNs) : IDeadlineSleep
{
    /// <summary>Longest spin unless it is told otherwise, in ns.</summary>
    public const long SpinNs = 50_000;

    private const int ClockMonotonic = 1;
    private const int SpinsPerLook = 20;
    private const long NanosecondsPerMillisecond = 1_000_000;
    private static readonly ManualResetEventSlim Never = new(false, 0);

    /// <inheritdoc/>
    public void Sleep(long nanoseconds)
    {
        if (nanoseconds <= spinNs)
            Thread.SpinWait(SpinsPerLook);
        else if (OperatingSystem.IsLinux())
            SleepLinux(nanoseconds - spinNs);
        else
            SleepElsewhere(nanoseconds);
    }

    // An interruption by a signal only means an early return, which the caller expects.
    private static void SleepLinux(long nanoseconds)
    {
        var duration = new TimeSpec
        {
            Seconds = (nint)(nanoseconds / UtcClock.NanosecondsPerSecond),
            Nanoseconds = (nint)(nanoseconds % UtcClock.NanosecondsPerSecond),
        };
        _ = clock_nanosleep(ClockMonotonic, 0, in duration, 0);
    }

    // Timers of other systems are good to a millisecond or more: wait the whole ones less one, then give the core away until it is time.
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

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
