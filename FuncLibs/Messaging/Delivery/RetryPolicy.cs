namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// When a stream repeats a request, and when it gives up. Only the time of its own attempts and of the pauses between
/// them counts, not the time in which other streams are served. Any progress resets it.
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

    /// <summary>Begins an attempt. The pause before it counts; any longer wait does not.</summary>
    public void BeginAttempt()
    {
        if (_failedFor > TimeSpan.Zero)
            _failedFor += _wait;
        _attemptAt = _time.GetTimestamp();
    }

    /// <summary>Something arrived: the next request may be sent at once, and the failure time restarts at 0.</summary>
    public void Progress()
    {
        (_pause, _wait, _failedFor) = (TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero);
    }

    /// <summary>The publisher is busy and requested a pause; this is not a failure.</summary>
    public void Postpone(TimeSpan by)
    {
        Wait(by);
        _failedFor = TimeSpan.Zero;
    }

    /// <summary>
    /// The last attempt delivered nothing. True when this has lasted so long that it is time to give up.
    /// </summary>
    /// <param name="heard">True when heartbeats arrived meanwhile; otherwise the time does not run.</param>
    /// <param name="atLeast">Shortest pause before the next attempt.</param>
    public bool Fail(bool heard, TimeSpan atLeast = default)
    {
        TimeSpan doubled = _pause * 2;
        _pause = doubled < _settings.InitialDelay ? _settings.InitialDelay : doubled;
        if (_pause > _settings.MaxDelay)
            _pause = _settings.MaxDelay;
        Wait(_pause < atLeast ? atLeast : _pause);

        // A process that was stopped, or whose machine slept, did not wait for an answer meanwhile.
        TimeSpan attempt = _time.GetElapsedTime(_attemptAt);
        if (attempt > _settings.LongestAnswerTimeout)
            attempt = _settings.LongestAnswerTimeout;

        // An immediate failure counts too: one tick makes the pause after it count.
        _failedFor = heard ? _failedFor + attempt + TimeSpan.FromTicks(1) : TimeSpan.Zero;
        if (_failedFor < _settings.GiveUpAfter)
            return false;
        Progress();
        return true;
    }

    private void Wait(TimeSpan pause)
    {
        _wait = pause < _settings.InitialDelay ? _settings.InitialDelay : pause;
        _waitingSince = _time.GetTimestamp();
    }
}
