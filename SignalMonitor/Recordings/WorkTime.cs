namespace SignalMonitor.Recordings;

/// <summary>
/// The time that one request may spend on a recording; when it is over, the request answers with what it has, and says
/// that this is not all. The default has no limit.
/// </summary>
internal readonly struct WorkTime
{
    private readonly TimeProvider? _time;
    private readonly TimeSpan _most;
    private readonly long _begun;

    /// <summary>Begins now.</summary>
    /// <param name="time">Clock.</param>
    /// <param name="most">The time.</param>
    public WorkTime(TimeProvider time, TimeSpan most) => (_time, _most, _begun) = (time, most, time.GetTimestamp());

    /// <summary>True once it is over.</summary>
    public bool IsOver => _time is not null && _time.GetElapsedTime(_begun) >= _most;
}
