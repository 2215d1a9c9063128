using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Signals.Buckets;
using SignalMonitor.History;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>
/// Requests the history of each stream before this monitor listened: once, as soon as the answer reaches up to the
/// first bucket that was seen whole; again only when it did not reach so far. One request at a time. Receive thread
/// only; nothing here touches order or account.
/// </summary>
internal sealed class HistoryRequester
{
    /// <summary>Requests for a stream at most, counted again when its history starts over.</summary>
    public const int MaxRequests = 5;

    private const int MaxRefusals = 8;
    private const long AheadNs = 300_000_000;
    private static readonly TimeSpan CheckInterval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan RetryInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(5);

    private readonly StreamRegistry _streams;
    private readonly int _seconds;
    private readonly TimeProvider _time;
    private readonly Dictionary<MonitoredStream, RequestState> _requests = [];
    private (MonitoredStream Stream, uint Id)? _open;
    private long _openedAt;
    private long _checkedAt;
    private int _refusals;

    /// <summary>Sends requests for the streams of a registry.</summary>
    /// <param name="streams">The streams.</param>
    /// <param name="seconds">How far back; 0 = never.</param>
    /// <param name="time">Clock.</param>
    public HistoryRequester(StreamRegistry streams, int seconds, TimeProvider time)
    {
        (_streams, _seconds, _time) = (streams, seconds, time);
        _checkedAt = time.GetTimestamp();
    }

    /// <summary>A new link: requests over the old one are not answered any more.</summary>
    public void Restart() => (_open, _refusals) = (null, 0);

    /// <summary>The next request, if one is due; it counts as sent.</summary>
    public bool TryTake(uint id, out HistoryRequest request)
    {
        request = default;
        if (_seconds == 0 || _refusals >= MaxRefusals || _time.GetElapsedTime(_checkedAt) < CheckInterval)
            return false;
        _checkedAt = _time.GetTimestamp();
        if (_open is not null && _time.GetElapsedTime(_openedAt) < AnswerTimeout)
            return false;
        _open = null;
        foreach (MonitoredStream stream in _streams.All)
        {
            if (stream.IsRetired || !IsDue(stream))
                continue;
            (_open, _openedAt) = ((stream, id), _time.GetTimestamp());
            request = new HistoryRequest(id, stream.Id, (uint)_seconds);
            return true;
        }

        return false;
    }

    /// <summary>Takes an answer; one without a pending request is ignored.</summary>
    public void Receive(FrameBuffer answer)
    {
        if (HistoryAnswer.Read(answer.Payload, out _) is not { } read || _open is not { } open || open.Id != read.Id)
            return;
        (_open, _refusals) = (null, 0);
        if (!open.Stream.IsRetired && EarlierHistory.TryFrom(read) is { } earlier)
            open.Stream.History.Append(earlier);
    }

    /// <summary>Takes an error, if it answers a request of this class. A connector without history gets no further one
    /// over this link.</summary>
    public void OnError(ErrorAnswer error)
    {
        if (_open?.Id != error.Id)
            return;
        _open = null;
        _refusals = error.Code is ErrorAnswer.Unsupported or ErrorAnswer.UnknownOp ? MaxRefusals : _refusals + 1;
    }

    private bool IsDue(MonitoredStream stream)
    {
        long now = _time.GetTimestamp();
        if (!_requests.TryGetValue(stream, out RequestState state))
            state = new RequestState(0, now, null);
        BucketState own = stream.History.Own?.Read() ?? default;
        long? begin = own.Blocks > 0 ? own.BeginNs : null;
        if (begin != state.BeginNs)
            state = new RequestState(0, now, begin);
        bool due =
            state.Times < MaxRequests
            && IsRequestDue(stream.History, own, _time.GetElapsedTime(state.At, now), state.Times);
        _requests[stream] = due ? state with { Times = state.Times + 1, At = now } : state;
        return due;
    }

    // Without blocks of its own a monitor requests after a second: an idle rig has a past too.
    private static bool IsRequestDue(StreamHistory history, in BucketState own, TimeSpan since, int times)
    {
        if (own.Blocks == 0)
            return history.Earlier is null && since >= RetryInterval;
        BucketGrid grid = history.Own!.Plan.Grid;
        if (history.Earlier is { } earlier)
            grid = new BucketGrid(Math.Max(grid.WidthNs, earlier.Grid.WidthNs));
        long whole = grid.StartOf(grid.FirstWholeStart(own.BeginNs));
        if (history.Earlier?.UntilNs >= whole)
            return false;
        return times == 0
            ? own.UntilNs >= whole + AheadNs || since >= AnswerTimeout
            : since >= RetryInterval && own.UntilNs >= whole + AheadNs;
    }

    // How often a stream was requested, when last (or since when it is known), and where its own blocks began then.
    private readonly record struct RequestState(int Times, long At, long? BeginNs);
}
