namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// When a stream asks again for what it did not get, and when it gives up. Only the time of its own attempts and of the pauses between them
/// counts, not that of waiting for its turn behind other streams. Progress of any kind begins it anew.
/// </summary>
internal sealed class RetryPolicy
{
    private readonly DeliverySettings _settings;
    private readonly TimeProvider _time;
    private TimeSpan _pause;
    private TimeSpan _wait;
    private long _waitingSince;
    private TimeSpan _failedFor;
    private long _attemptAt;

    public RetryPolicy(DeliverySettings settings, TimeProvider time) => (_settings, _time) = (settings, time);

    /// <summary>True when the pause is over.</summary>
    public bool MayRetry => _wait == TimeSpan.Zero || _time.GetElapsedTime(_waitingSince) >= _wait;

    /// <summary>An attempt begins; the pause before it counts, what it waited beyond that does not.</summary>
    public void BeginAttempt()
    {
        if (_failedFor > TimeSpan.Zero)
            _failedFor += _wait;
        _attemptAt = _time.GetTimestamp();
    }

    /// <summary>Something came: ask at once, and fail from the beginning.</summary>
    public void Progress()
    {
        (_pause, _wait, _failedFor) = (TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero);
    }

    /// <summary>The publisher asked for time; that is no failure.</summary>
    public void Postpone(TimeSpan by)
    {
        Wait(by);
        _failedFor = TimeSpan.Zero;
    }

    /// <summary>The attempt that began last brought nothing. True when that went on for so long that it is time to give up.</summary>
    /// <param name="heard">The publisher was heard meanwhile; otherwise the time does not run.</param>
    /// <param name="atLeast">How long to wait at least before the next one.</param>
    public bool Fail(bool heard, TimeSpan atLeast = default)
    {
        TimeSpan doubled = _pause * 2;
        _pause = doubled < _settings.FirstPause ? _settings.FirstPause : doubled;
        if (_pause > _settings.LongestPause)
            _pause = _settings.LongestPause;
        Wait(_pause < atLeast ? atLeast : _pause);
        TimeSpan attempt = _time.GetElapsedTime(_attemptAt);

        // A failure at once is one too: the pause after it counts.
        _failedFor = heard ? _failedFor + attempt + TimeSpan.FromTicks(1) : TimeSpan.Zero;
        if (_failedFor < _settings.GiveUpAfter)
            return false;
        Progress();
        return true;
    }

    private void Wait(TimeSpan pause)
    {
        _wait = pause < _settings.FirstPause ? _settings.FirstPause : pause;
        _waitingSince = _time.GetTimestamp();
    }
}
