namespace HardwareConnector.Sources.Links;

/// <summary>
/// Says when a trouble that repeats may be logged: at once, then once a minute until it is over. A rig that is off for a night fills no
/// disk. One thread.
/// </summary>
internal sealed class LogPause(TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private long? _last;

    /// <summary>True when it may be said now; it then counts as said.</summary>
    public bool MaySpeak()
    {
        if (_last is { } last && time.GetElapsedTime(last) < Interval)
            return false;
        _last = time.GetTimestamp();
        return true;
    }

    /// <summary>The trouble is over: the next one is said at once.</summary>
    public void Reset() => _last = null;
}
