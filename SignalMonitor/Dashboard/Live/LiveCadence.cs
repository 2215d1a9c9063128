namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// Reports when something is due again that is done once in a while. One that is late is not made up for.
/// </summary>
/// <param name="time">Clock.</param>
/// <param name="interval">How often.</param>
internal sealed class LiveCadence(TimeProvider time, TimeSpan interval)
{
    private readonly long _madeAt = time.GetTimestamp();
    private TimeSpan _due;

    /// <summary>Time until it is due; 0 when it is.</summary>
    public TimeSpan Left
    {
        get
        {
            // Read once: a thread that is held up between two readings would find that it is due since a while.
            TimeSpan now = Now;
            return now < _due ? _due - now : TimeSpan.Zero;
        }
    }

    private TimeSpan Now => time.GetElapsedTime(_madeAt);

    /// <summary>True when it is due: then it counts as done, and is due again one interval after.</summary>
    public bool IsDue()
    {
        TimeSpan now = Now;
        if (now < _due)
            return false;
        _due = now - _due < interval ? _due + interval : now + interval;
        return true;
    }

    /// <summary>It is due now.</summary>
    public void Hurry() => _due = Now;
}
