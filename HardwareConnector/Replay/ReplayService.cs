using FuncLibs.Journal.Reading;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.Replay;

/// <summary>
/// Serves the journal to consumers: one replay per consumer, one frame at a time in turn, within the credit of each and
/// a common byte rate. Live data have priority: while blocks queue up before the publish thread, nothing is replayed,
/// and if that lasts, consumers are requested to retry. Control thread only, except the counters.
/// </summary>
public sealed class ReplayService : IDisposable
{
    /// <summary>Highest number of open replays.</summary>
    public const int MaxSessions = 256;

    /// <summary>
    /// Default limit of outstanding bytes over all replays, in MiB: 16 replays with the largest credit.
    /// </summary>
    public const int DefaultOutstandingMiB = 128;

    // Data sent to a stalled consumer stay in the socket until the connection ends: on tcp after DeadPeerMs and a probe
    // or two.
    private static readonly TimeSpan StalledTime = TimeSpan.FromSeconds(30);

    private const int FramesPerTurn = 32;
    private const uint RetryMs = 250;
    private const int SpareReaders = 4;

    // Long enough for a burst, and short enough that no consumer times out.
    private static readonly TimeSpan LongestRest = TimeSpan.FromMilliseconds(500);

    private readonly Recorder _recorder;
    private readonly RigRegistry _rigs;
    private readonly SourceFeeds _feeds;
    private readonly TimeProvider _time;
    private readonly ReplayRate _rate;
    private readonly List<ReplaySession> _sessions = [];
    private readonly long _maxOutstanding;

    // Bytes sent to consumers that stalled until their replay was ended, with the time. Bounded by the outstanding
    // limit.
    private readonly Queue<(long Since, long Bytes)> _stalled = new();

    // A reader has half its own MiB; a few are reused.
    private readonly Stack<RangeReader> _readers = new(SpareReaders);
    private readonly PayloadBuffer _answer = new();
    private long? _restingSince;
    private int _turn;
    private long _frames;
    private long _bytes;
    private long _outstanding;

    /// <summary>Creates a service without replays.</summary>
    /// <param name="recorder">The journal to serve.</param>
    /// <param name="rigs">Names of streams.</param>
    /// <param name="feeds">Source queues, for the priority of live data.</param>
    /// <param name="bytesPerSecond">Rate of all replays together.</param>
    /// <param name="maxOutstanding">Limit over all replays of bytes sent or granted and not acknowledged.</param>
    /// <param name="time">Clock.</param>
    public ReplayService(
        Recorder recorder,
        RigRegistry rigs,
        SourceFeeds feeds,
        double bytesPerSecond,
        long maxOutstanding,
        TimeProvider time)
    {
        _maxOutstanding = maxOutstanding;
        _recorder = recorder;
        _rigs = rigs;
        _feeds = feeds;
        _time = time;
        _rate = new ReplayRate(bytesPerSecond, time);
    }

    /// <summary>Frames replayed; any thread.</summary>
    public long Frames => Volatile.Read(ref _frames);

    /// <summary>Bytes replayed, headers and payloads; any thread.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Outstanding bytes: sent and not acknowledged by a grant, and unused credit; any thread.</summary>
    public long Outstanding => Volatile.Read(ref _outstanding);

    /// <summary>True while a replay is open.</summary>
    public bool IsActive => _sessions.Count > 0;

    /// <summary>Opens a replay, or returns why not.</summary>
    /// <returns>Null when it was opened.</returns>
    public EndAnswer? Start(PeerId peer, ReplayRequest request)
    {
        if (Find(peer) is { } open)
            return new EndAnswer(
                request.Id,
                ReplayResult.Busy,
                Reason: $"replay {open.Id} is open; one at a time",
                RetryAfterMs: RetryMs);
        if (_feeds.IsPilingUp)
            return Resting(request.Id, availableTo: 0);
        if (_sessions.Count == MaxSessions)
            return new EndAnswer(
                request.Id, ReplayResult.Busy, Reason: $"{MaxSessions} replays are open", RetryAfterMs: RetryMs);
        if (request.Credit > Room())
        {
            string full = $"replays have {_outstanding} of {_maxOutstanding} bytes outstanding";
            return new EndAnswer(request.Id, ReplayResult.Busy, Reason: full, RetryAfterMs: RetryMs);
        }

        RangeReader reader = _readers.TryPop(out RangeReader? spare) ? spare : _recorder.Journal.NewReader();
        _sessions.Add(new ReplaySession(peer, request, reader, _rigs, _time));
        return null;
    }

    /// <summary>Grants credit to an open replay; a grant for a closed one is ignored.</summary>
    public void Grant(PeerId peer, in CreditGrant grant)
    {
        if (Find(peer) is { } session && session.Id == grant.Id)
            session.Grant(grant.Bytes, Room());
    }

    /// <summary>Cancels a replay at the request of the consumer; null when there is none.</summary>
    public EndAnswer? Cancel(PeerId peer)
    {
        if (Find(peer) is not { } session)
            return null;
        Close(session);
        return session.Partial("cancelled");
    }

    /// <summary>Closes the replay of a disconnected consumer.</summary>
    public void Remove(PeerId peer)
    {
        if (Find(peer) is { } session)
            Close(session);
    }

    /// <summary>Sends a bounded number of frames.</summary>
    /// <returns>True when more can be sent at once; false when all wait for credit, queue space or the rate.</returns>
    public bool Pump(IControlServer server)
    {
        if (_feeds.IsPilingUp)
        {
            Rest(server);
            return false;
        }

        _restingSince = null;
        int idle = 0;
        for (int sent = 0; sent < FramesPerTurn && idle < _sessions.Count && _rate.Allows();)
        {
            _turn = (_turn + 1) % _sessions.Count;
            bool moved = Step(server, _sessions[_turn]);
            idle = moved ? 0 : idle + 1;
            sent += moved ? 1 : 0;
        }

        return idle < _sessions.Count && _rate.Allows();
    }

    /// <inheritdoc/>
    public void Dispose() => _sessions.ForEach(session => session.Dispose());

    private static EndAnswer Resting(uint id, ulong availableTo) => new(
        id, ReplayResult.Busy, availableTo, Reason: "live blocks pile up, and go first", RetryAfterMs: RetryMs);

    private void Rest(IControlServer server)
    {
        _restingSince ??= _time.GetTimestamp();
        if (_time.GetElapsedTime(_restingSince.Value) < LongestRest)
            return;
        while (_sessions.Count > 0)
            End(server, _sessions[^1], Resting(_sessions[^1].Id, _sessions[^1].LastSent));
    }

    // False when the session waits for credit, or for space in the peer's queue.
    private bool Step(IControlServer server, ReplaySession session)
    {
        EndAnswer? end = session.Step(server, out SendStatus sent, out int bytes, out bool asleep);
        if (asleep && session.Untaken > 0)
            _stalled.Enqueue((_time.GetTimestamp(), session.Untaken));
        if (end is not null)
            End(server, session, end);
        else if (sent is SendStatus.Gone or SendStatus.Closed)
            Close(session);
        if (bytes > 0)
            Count(bytes);
        return end is not null || sent is not (SendStatus.None or SendStatus.Full);
    }

    private void End(IControlServer server, ReplaySession session, EndAnswer end)
    {
        _answer.Clear();
        end.Write(_answer);
        server.TrySend(session.Peer, _answer.Written);
        Close(session);
    }

    private void Close(ReplaySession session)
    {
        _sessions.Remove(session);
        session.Dispose();
        if (_readers.Count < SpareReaders)
            _readers.Push(session.Reader);
        _ = Room();
    }

    // Called rarely: at the start of a replay and at a grant.
    private long Room()
    {
        while (_stalled.TryPeek(out (long Since, long Bytes) oldest)
            && _time.GetElapsedTime(oldest.Since) >= StalledTime)
            _stalled.Dequeue();
        long outstanding = 0;
        foreach ((long _, long bytes) in _stalled)
            outstanding += bytes;
        foreach (ReplaySession session in _sessions)
            outstanding += session.Outstanding;
        Volatile.Write(ref _outstanding, outstanding);
        return _maxOutstanding - outstanding;
    }

    private void Count(int bytes)
    {
        _rate.Consume(bytes);
        Volatile.Write(ref _frames, _frames + 1);
        Volatile.Write(ref _bytes, _bytes + bytes);
    }

    private ReplaySession? Find(PeerId peer) => _sessions.Find(session => session.Peer.Equals(peer));
}

/// <summary>The common byte rate of all replays: a token bucket that holds 20 ms. One thread.</summary>
internal sealed class ReplayRate
{
    private const double Burst = 0.02;

    private readonly double _bytesPerSecond;
    private readonly TimeProvider _time;
    private long _filledAt;
    private double _bytes;

    public ReplayRate(double bytesPerSecond, TimeProvider time)
    {
        _bytesPerSecond = bytesPerSecond;
        _time = time;
        _filledAt = time.GetTimestamp();
    }

    /// <summary>True while something may be sent. The last frame may overdraw the bucket; later ones wait.</summary>
    public bool Allows()
    {
        long now = _time.GetTimestamp();
        double filled = _time.GetElapsedTime(_filledAt, now).TotalSeconds * _bytesPerSecond;
        _bytes = Math.Min(_bytes + filled, Burst * _bytesPerSecond);
        _filledAt = now;
        return _bytes > 0;
    }

    /// <summary>Consumes sent bytes.</summary>
    public void Consume(int bytes) => _bytes -= bytes;
}
