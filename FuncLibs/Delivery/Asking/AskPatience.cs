namespace FuncLibs.Delivery.Asking;

/// <summary>When a stream asks again for what it did not get, and when it gives up. Progress of any kind begins it anew.</summary>
internal sealed class AskPatience
{
    private readonly DeliverySettings _settings;
    private readonly TimeProvider _time;
    private TimeSpan _pause;
    private TimeSpan _wait;
    private long _waitingSince;
    private long? _failingSince;

    public AskPatience(DeliverySettings settings, TimeProvider time) => (_settings, _time) = (settings, time);

    /// <summary>True when the pause is over.</summary>
    public bool MayAsk => _wait == TimeSpan.Zero || _time.GetElapsedTime(_waitingSince) >= _wait;

    /// <summary>Something came: ask at once, and fail from the beginning.</summary>
    public void Progress()
    {
        (_pause, _wait) = (TimeSpan.Zero, TimeSpan.Zero);
        _failingSince = null;
    }

    /// <summary>The publisher asked for time; that is no failure.</summary>
    public void Postpone(TimeSpan by)
    {
        Wait(by);
        _failingSince = null;
    }

    /// <summary>An attempt brought nothing. True when that went on for so long that it is time to give up.</summary>
    /// <param name="heard">The publisher was heard meanwhile; otherwise the time does not run.</param>
    public bool Fail(bool heard)
    {
        TimeSpan doubled = _pause * 2;
        _pause = doubled < _settings.FirstPause ? _settings.FirstPause : doubled;
        if (_pause > _settings.LongestPause)
            _pause = _settings.LongestPause;
        Wait(_pause);
        if (!heard)
            _failingSince = null;
        else
            _failingSince ??= _time.GetTimestamp();
        if (_failingSince is not { } since || _time.GetElapsedTime(since) < _settings.GiveUpAfter)
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
