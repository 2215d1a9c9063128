namespace FuncLibs.Messaging.Transport;

/// <summary>
/// Keeps the connection of a consumer's socket. The library retries what merely broke; what it gives up for good, and what stays silent
/// too long, is made anew here, by the thread that owns the socket, with backoff.
/// </summary>
internal sealed class ReconnectSupervisor
{
    // The retry that says that the library goes on by itself follows within microseconds.
    private static readonly TimeSpan Settle = TimeSpan.FromMilliseconds(20);

    private readonly ISupervisedLink _link;
    private readonly TimeProvider _time;
    private readonly TimeSpan? _stale;
    private readonly TimeSpan _answer;
    private readonly TimeSpan _handshake;
    private readonly ReconnectBackoff _backoff;
    private long _heardAt;

    // The present attempt: when it began, its number since something was heard, and whether it still waits for its first frame.
    private long _begunAt;
    private int _attempts;
    private bool _isNew = true;
    private long? _askedAt;
    private long _reconnects;
    private long _protocolEnds;
    private bool _endCounted;

    /// <summary>Begins with a connection that was just asked for.</summary>
    /// <param name="link">The connection.</param>
    /// <param name="endpoint">What it is connected to.</param>
    /// <param name="limits">Pauses.</param>
    /// <param name="time">The clock.</param>
    /// <param name="stale">How long it may stay silent; null: for ever, unless something was asked.</param>
    public ReconnectSupervisor(ISupervisedLink link, Endpoint endpoint, SocketLimits limits, TimeProvider time, TimeSpan? stale)
    {
        _link = link;
        _time = time;
        _stale = stale;
        _answer = TimeSpan.FromMilliseconds(limits.AnswerMs);

        // Where nobody tells that it is done, the first frame has its time too.
        _handshake = TimeSpan.FromMilliseconds(limits.HandshakeMs) * (link.TellsHandshake ? 1 : 2);
        _heardAt = _begunAt = time.GetTimestamp();
        _backoff = new ReconnectBackoff(
            time,
            TimeSpan.FromMilliseconds(limits.ReconnectMs),
            TimeSpan.FromMilliseconds(limits.ReconnectMaxMs),
            HashCode.Combine(endpoint, _heardAt));
    }

    public long Reconnects => Volatile.Read(ref _reconnects);

    public long ProtocolEnds => Volatile.Read(ref _protocolEnds);

    private bool IsSilent => IsStale || (_askedAt is { } asked && _time.GetElapsedTime(asked) > _answer);

    // A new attempt has its own clock, or it would be given up before it can answer. Its handshake has the usual silence, each second time
    // as long as the library gives it: one after a partition is tried again soon, one over a slow network succeeds. The first frame may then
    // take as long again as the handshake took.
    private bool IsStale
    {
        get
        {
            if (_stale is not { } stale)
                return false;
            if (!_isNew)
                return _time.GetElapsedTime(_heardAt) > stale;
            long handshakeAt = _link.HandshakeAt;
            if (handshakeAt >= _begunAt)
                return _time.GetElapsedTime(handshakeAt) > stale + _time.GetElapsedTime(_begunAt, handshakeAt);
            TimeSpan patience = _attempts % 2 == 0 || _handshake < stale ? stale : _handshake;
            return _time.GetElapsedTime(_begunAt) > patience;
        }
    }

    /// <summary>Something came in.</summary>
    public void Heard()
    {
        _heardAt = _time.GetTimestamp();
        _askedAt = null;
        _isNew = false;
        _attempts = 0;
        _backoff.Reset();
    }

    /// <summary>Something was asked: from now on the link may not stay silent for long.</summary>
    public void Asked() => _askedAt ??= _time.GetTimestamp();

    /// <summary>Makes the connection anew if it must be; what still waits in the socket is taken first.</summary>
    public bool Maintain()
    {
        bool ended = _link.EndedFor > Settle;
        if (!ended && !IsSilent)
            return false;
        if (_link.IsReadable)
            return false;
        CountEnd(ended);
        if (!_backoff.TryBegin())
            return false;
        _endCounted = false;
        _askedAt = null;
        _isNew = true;
        _attempts++;
        _begunAt = _time.GetTimestamp();
        _link.Reconnect();
        Volatile.Write(ref _reconnects, _reconnects + 1);
        return true;
    }

    private void CountEnd(bool ended)
    {
        if (ended && !_endCounted)
            Volatile.Write(ref _protocolEnds, _protocolEnds + 1);
        _endCounted |= ended;
    }
}

/// <summary>The connection of a consumer's socket, as <see cref="ReconnectSupervisor"/> sees it. Used by the thread that owns the socket.</summary>
internal interface ISupervisedLink
{
    /// <summary>How long ago the library gave the connection up for good; null while it lives or the library tries again.</summary>
    TimeSpan? EndedFor { get; }

    /// <summary>Whether the library tells when a handshake is done.</summary>
    bool TellsHandshake { get; }

    /// <summary>Timestamp of the newest handshake that succeeded; 0 before the first, and always where the library does not tell.</summary>
    long HandshakeAt { get; }

    /// <summary>True when a message waits.</summary>
    bool IsReadable { get; }

    /// <summary>Makes the connection anew, with all subscriptions.</summary>
    void Reconnect();
}

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
