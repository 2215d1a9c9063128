namespace FuncLibs.Runtime.Timing.Clocks;

/// <summary>
/// Finds steps of this machine's wall clock: it holds UTC against the monotonic clock, which no step moves and every
/// slew moves alike. A machine that slept shows as a step forward. One thread; does not allocate.
/// </summary>
public sealed class ClockStepDetector
{
    /// <summary>
    /// The smallest step that is found, in ns: above what is drifted between two samples a few seconds apart.
    /// </summary>
    public const long MinStepNs = 1_000_000;

    private const int Attempts = 4;
    private const long GoodWidthNs = 20_000;

    private readonly TimeProvider _time;
    private Reading _last;

    /// <summary>Begins with the clocks as they are.</summary>
    public ClockStepDetector(TimeProvider time)
    {
        _time = time;
        _last = Read();
    }

    /// <summary>Looks; true when the wall clock was stepped since the last reading.</summary>
    /// <param name="stepNs">By how much, in ns; above 0 forward.</param>
    public bool TryObserve(out long stepNs)
    {
        Reading now = Read();
        stepNs = now.Gap - _last.Gap;
        long blur = MinStepNs + now.Width + _last.Width;
        _last = now;
        return Math.Abs(stepNs) >= blur;
    }

    // A pair of readings is as good as the time between the two outer ones: a thread that was set aside in between
    // tries again.
    private Reading Read()
    {
        Reading best = new(0, long.MaxValue);
        for (int i = 0; i < Attempts && best.Width > GoodWidthNs; i++)
        {
            long before = MonotonicNs();
            long utc = _time.NowNs();
            long width = MonotonicNs() - before;
            if (width < best.Width)
                best = new Reading(utc - before - (width / 2), width);
        }

        return best;
    }

    private long MonotonicNs() =>
        (long)((Int128)_time.GetTimestamp() * UtcClock.NanosecondsPerSecond / _time.TimestampFrequency);

    private readonly record struct Reading(long Gap, long Width);
}

/// <summary>Steps of one wall clock since the start. One thread notes them, any thread reads.</summary>
public sealed class ClockSteps
{
    private long _count;
    private long _last;
    private long _lastUtc;

    /// <summary>How many there were.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>The last one in ns, above 0 forward; 0 before the first.</summary>
    public long LastNs => Volatile.Read(ref _last);

    /// <summary>The clock after it, UTC ns; 0 before the first.</summary>
    public long LastUtcNs => Volatile.Read(ref _lastUtc);

    /// <summary>The thread that found one.</summary>
    public void Add(long stepNs, long utcNs)
    {
        Volatile.Write(ref _last, stepNs);
        Volatile.Write(ref _lastUtc, utcNs);
        Volatile.Write(ref _count, _count + 1);
    }
}
