namespace FuncLibs.Messaging.Transport.Links;

/// <summary>
/// Says when a dead link may be made anew: at once the first time, then after pauses that double from 100 ms to 1 s, each shortened by
/// up to a quarter at random so that many consumers do not return in step. Pure: times come from the caller.
/// </summary>
public sealed class ReconnectBackoff
{
    private readonly TimeProvider _time;
    private readonly TimeSpan _first;
    private readonly TimeSpan _longest;
    private ulong _jitter;
    private TimeSpan _nominal;
    private TimeSpan _pause;
    private long? _last;

    /// <summary>Makes one.</summary>
    /// <param name="time">The clock.</param>
    /// <param name="first">First pause.</param>
    /// <param name="longest">Longest pause.</param>
    /// <param name="seed">Seed of the jitter.</param>
    public ReconnectBackoff(TimeProvider time, TimeSpan first, TimeSpan longest, int seed)
    {
        _time = time;
        _first = first;
        _longest = longest;
        _jitter = (ulong)seed;
    }

    /// <summary>True when an attempt may be made now; it then counts as made.</summary>
    public bool TryBegin()
    {
        if (_last is { } last && _time.GetElapsedTime(last) < _pause)
            return false;
        _nominal = _last is null ? _first : Min(_nominal * 2, _longest);
        _pause = _nominal - (_nominal * (NextFraction() / 4));
        _last = _time.GetTimestamp();
        return true;
    }

    /// <summary>The link works: the next attempt may be made at once.</summary>
    public void Reset() => _last = null;

    // Knuth's MMIX generator; its upper bits are good enough to spread consumers.
    private double NextFraction()
    {
        _jitter = (_jitter * 6364136223846793005) + 1442695040888963407;
        return (_jitter >> 32) / 4294967296.0;
    }

    private static TimeSpan Min(TimeSpan a, TimeSpan b) => a < b ? a : b;
}
