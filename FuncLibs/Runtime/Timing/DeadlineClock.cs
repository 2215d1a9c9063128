using FuncLibs.Runtime.Platform;

namespace FuncLibs.Runtime.Timing;

/// <summary>
/// Monotonic time since a start that is anchored to UTC, and waits for moments of it. UTC is read once, at the start:
/// later steps of the system's clock change nothing. Does not allocate for a wait. One thread: the one that waits.
/// </summary>
public sealed class DeadlineClock
{
    // So that a stop is seen soon, however far the deadline is.
    private const long LongestSleepNs = 50_000_000;

    private readonly TimeProvider _time;
    private readonly IDeadlineSleep _sleep;
    private readonly double _nsPerTimestamp;
    private long _startTimestamp;

    /// <summary>Makes a clock that has not started.</summary>
    /// <param name="time">Monotonic time stamps, and UTC at the start.</param>
    /// <param name="sleep">How to wait; the kernel's timers when left out.</param>
    public DeadlineClock(TimeProvider time, IDeadlineSleep? sleep = null)
    {
        _time = time;
        _sleep = sleep ?? new KernelSleep();
        _nsPerTimestamp = (double)UtcClock.NanosecondsPerSecond / time.TimestampFrequency;
    }

    /// <summary>UTC of the start, in ns since the Unix epoch.</summary>
    public long StartUtcNs { get; private set; }

    /// <summary>
    /// Now. A timestamp is a nanosecond on Linux and 100 ns on Windows; as a double a difference is exact to 104 days.
    /// </summary>
    public long NsSinceStart => (long)((_time.GetTimestamp() - _startTimestamp) * _nsPerTimestamp);

    /// <summary>
    /// Anchors the time stamps to UTC: the start is now. On Linux also requests the finest timers for the calling
    /// thread.
    /// </summary>
    public void Start()
    {
        TimerSlack.UseFinest();
        TimeSlice.UseShortest();
        const int Attempts = 8;
        long closest = long.MaxValue;
        for (int i = 0; i < Attempts; i++)
        {
            // A pair of readings is as good as the time between the two outer ones: the best of several is kept.
            long before = _time.GetTimestamp();
            long utc = _time.NowNs();
            long width = _time.GetTimestamp() - before;
            if (width >= closest)
                continue;
            closest = width;
            _startTimestamp = before + (width / 2);
            StartUtcNs = utc;
        }
    }

    /// <summary>Waits until a moment; false when it was stopped before.</summary>
    /// <param name="ns">The moment, ns since the start.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <param name="delayNs">How long after the moment the thread was back; below 0 when it was stopped.</param>
    public bool WaitUntil(long ns, CancellationToken stop, out long delayNs)
    {
        delayNs = NsSinceStart - ns;
        while (delayNs < 0)
        {
            if (stop.IsCancellationRequested)
                return false;
            _sleep.Sleep(Math.Min(-delayNs, LongestSleepNs));
            delayNs = NsSinceStart - ns;
        }

        return true;
    }
}

/// <summary>How a thread lets a short time pass. Tests put their own clock behind it.</summary>
public interface IDeadlineSleep
{
    /// <summary>
    /// Lets up to <paramref name="nanoseconds"/> pass, and may return early; the caller reads its clock and calls
    /// again.
    /// </summary>
    void Sleep(long nanoseconds);
}

/// <summary>
/// Sleeps in the kernel until shortly before the time, then spins: at most <see cref="SpinNs"/> a call, 1.5 % of a core
/// at 300 ticks a second. A wake-up costs 40 us on Linux with timer slack 1; spinning over that much takes it out of
/// the pacing.
/// </summary>
/// <param name="spinNs">Longest spin, in ns. 0 never spins, and is late by a wake-up: for ticks so short that spinning
/// would take a core.</param>
public sealed class KernelSleep(long spinNs = KernelSleep.SpinNs) : IDeadlineSleep
{
    /// <summary>Longest spin unless set otherwise, in ns.</summary>
    public const long SpinNs = 50_000;

    private const int SpinsPerCheck = 20;

    /// <inheritdoc/>
    public void Sleep(long nanoseconds)
    {
        if (nanoseconds <= spinNs)
            Thread.SpinWait(SpinsPerCheck);
        else
            KernelTimer.Sleep(nanoseconds - spinNs);
    }
}
