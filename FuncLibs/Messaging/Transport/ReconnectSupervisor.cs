namespace FuncLibs.Messaging.Transport;

/// <summary>
/// Maintains the connection of a consumer's socket. The library itself retries a broken connection. A connection that
/// it gave up for good, or that stays silent too long, is re-established here, by the thread that owns the socket, with
/// backoff.
/// </summary>
internal sealed class ReconnectSupervisor
{
    // The library reports its own retry within microseconds.
    private static readonly TimeSpan Settle = TimeSpan.FromMilliseconds(20);

    private readonly ISupervisedLink _link;
    private readonly TimeProvider _time;
    private readonly TimeSpan? _stale;
    private readonly TimeSpan _answer;
    private readonly TimeSpan _handshake;
    private readonly ReconnectBackoff _backoff;
    private long _heardAt;

    // The current attempt: its start, its number since a message arrived, and whether its first frame is outstanding.
    private long _begunAt;
    private int _attempts;
    private bool _isNew = true;
    private long? _requestedAt;
    private long _reconnects;
    private long _protocolEnds;
    private bool _endCounted;

    /// <summary>Begins with a connection that was just requested.</summary>
    /// <param name="link">The connection.</param>
    /// <param name="endpoint">Its address.</param>
    /// <param name="limits">Pauses.</param>
    /// <param name="time">The clock.</param>
    /// <param name="stale">Longest silence; null for no limit, except while an answer is outstanding.</param>
    public ReconnectSupervisor(
        ISupervisedLink link, Endpoint endpoint, SocketLimits limits, TimeProvider time, TimeSpan? stale)
    {
        _link = link;
        _time = time;
        _stale = stale;
        _answer = TimeSpan.FromMilliseconds(limits.AnswerMs);

        // If the library does not report the handshake, the limit also covers the first frame.
        _handshake = TimeSpan.FromMilliseconds(limits.HandshakeMs) * (link.ReportsHandshake ? 1 : 2);
        _heardAt = _begunAt = time.GetTimestamp();
        _backoff = ReconnectBackoff.Create(endpoint, limits, time);
    }

    public long Reconnects => Volatile.Read(ref _reconnects);

    public long ProtocolEnds => Volatile.Read(ref _protocolEnds);

    private bool IsSilent => IsStale || (_requestedAt is { } requested && _time.GetElapsedTime(requested) > _answer);

    // A new attempt has its own time limit, or it would be given up before it can answer. The handshake may take the
    // usual silence limit and, on every second attempt, the library's handshake limit: after a partition the next
    // attempt comes soon, and over a slow network one succeeds. The first frame may then take as long again as the
    // handshake took.
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

    /// <summary>A message arrived.</summary>
    public void MessageReceived()
    {
        _heardAt = _time.GetTimestamp();
        _requestedAt = null;
        _isNew = false;
        _attempts = 0;
        _backoff.Reset();
    }

    /// <summary>A request was sent: the silence limit of an answer starts.</summary>
    public void RequestSent() => _requestedAt ??= _time.GetTimestamp();

    /// <summary>Re-establishes the connection if necessary; messages still in the socket are read first.</summary>
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
        _requestedAt = null;
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

/// <summary>
/// The connection of a consumer's socket, as <see cref="ReconnectSupervisor"/> uses it. Used by the thread that owns
/// the socket.
/// </summary>
internal interface ISupervisedLink
{
    /// <summary>
    /// Time since the library closed the connection for good; null while it is open or the library retries.
    /// </summary>
    TimeSpan? EndedFor { get; }

    /// <summary>Whether the library reports completed handshakes.</summary>
    bool ReportsHandshake { get; }

    /// <summary>
    /// Timestamp of the newest successful handshake; 0 before the first, and always if the library does not report it.
    /// </summary>
    long HandshakeAt { get; }

    /// <summary>True when a message can be read.</summary>
    bool IsReadable { get; }

    /// <summary>Re-establishes the connection, with all subscriptions.</summary>
    void Reconnect();
}

/// <summary>
/// Schedules reconnects: the first at once, the next after pauses that double from 100 ms to 1 s, each shortened by up
/// to a quarter at random so that many consumers do not reconnect in step. Does no I/O; the clock is injected.
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

    /// <summary>Creates an instance.</summary>
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

    /// <summary>With the pauses of a socket; its jitter differs from that of others at the same endpoint.</summary>
    internal static ReconnectBackoff Create(Endpoint endpoint, SocketLimits limits, TimeProvider time) => new(
        time,
        TimeSpan.FromMilliseconds(limits.ReconnectMs),
        TimeSpan.FromMilliseconds(limits.ReconnectMaxMs),
        HashCode.Combine(endpoint, time.GetTimestamp()));

    /// <summary>True when an attempt may begin now; it is then counted.</summary>
    public bool TryBegin()
    {
        if (_last is { } last && _time.GetElapsedTime(last) < _pause)
            return false;
        _pause = NextPause();
        _last = _time.GetTimestamp();
        return true;
    }

    /// <summary>Counts an attempt that failed, and gives the pause before the next one.</summary>
    internal TimeSpan NextPause()
    {
        _nominal = _nominal == default ? _first : Min(_nominal * 2, _longest);
        return _nominal - (_nominal * (NextFraction() / 4));
    }

    /// <summary>The link works: the next attempt may begin at once.</summary>
    public void Reset() => (_last, _nominal) = (null, default);

    // Knuth's MMIX generator; its upper bits are good enough to spread consumers.
    private double NextFraction()
    {
        _jitter = (_jitter * 6364136223846793005) + 1442695040888963407;
        return (_jitter >> 32) / 4294967296.0;
    }

    private static TimeSpan Min(TimeSpan a, TimeSpan b) => a < b ? a : b;
}
