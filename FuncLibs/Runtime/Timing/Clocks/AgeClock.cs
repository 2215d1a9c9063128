namespace FuncLibs.Runtime.Timing.Clocks;

/// <summary>
/// UTC for ages: between two samples no more time passes than on the monotonic clock. A wall clock that is stepped
/// forward ages nothing; one that is stepped back is followed, which makes things younger. Any thread.
/// </summary>
public sealed class AgeClock
{
    private readonly TimeProvider _time;
    private readonly Lock _lock = new();
    private long _now;
    private long _checkedAt;

    /// <summary>A clock that begins at the wall clock.</summary>
    public AgeClock(TimeProvider time) => (_time, _now, _checkedAt) = (time, time.NowNs(), time.GetTimestamp());

    /// <summary>Now, UTC ns since the Unix epoch.</summary>
    public long NowNs
    {
        get
        {
            lock (_lock)
            {
                long at = _time.GetTimestamp();
                long passed = _now + (_time.GetElapsedTime(_checkedAt, at).Ticks * UtcClock.NanosecondsPerTick);
                (_now, _checkedAt) = (Math.Min(_time.NowNs(), passed), at);
                return _now;
            }
        }
    }

    /// <summary>Now, UTC.</summary>
    public DateTimeOffset UtcNow => UtcClock.TimeOf(NowNs);
}
