using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Signals.Buckets;
using SignalMonitor.History;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>
/// Asks the connector what each stream did before this monitor listened: once, as soon as the answer reaches up to the
/// first bucket that was seen whole; again only when it did not reach so far. One request at a time. Receive thread
/// only; nothing here touches order or account.
/// </summary>
internal sealed class HistoryRequester
{
    /// <summary>Requests for a stream at most, counted anew when its history begins anew.</summary>
    public const int MostAsks = 5;

    private const int MostRefusals = 8;
    private const long AheadNs = 300_000_000;
    private static readonly TimeSpan LookAgain = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly StreamRegistry _streams;
    private readonly int _seconds;
    private readonly TimeProvider _time;
    private readonly Dictionary<MonitoredStream, Asked> _asked = [];
    private (MonitoredStream Stream, uint Id)? _open;
    private long _openedAt;
    private long _lookedAt;
    private int _refusals;

    /// <summary>Asks for the streams of a registry.</summary>
    /// <param name="streams">The streams.</param>
    /// <param name="seconds">How far back; 0 = never.</param>
    /// <param name="time">Clock.</param>
    public HistoryRequester(StreamRegistry streams, int seconds, TimeProvider time)
    {
        (_streams, _seconds, _time) = (streams, seconds, time);
        _lookedAt = time.GetTimestamp();
    }

    /// <summary>A new link: what was asked over the old one is not answered any more.</summary>
    public void Restart() => (_open, _refusals) = (null, 0);

    /// <summary>The next request, if one is due; it counts as sent.</summary>
    public bool TryTake(uint id, out HistoryRequest request)
    {
        request = default;
        if (_seconds == 0 || _refusals >= MostRefusals || _time.GetElapsedTime(_lookedAt) < LookAgain)
            return false;
        _lookedAt = _time.GetTimestamp();
        if (_open is not null && _time.GetElapsedTime(_openedAt) < Patience)
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

    /// <summary>Takes an answer; one that nobody waits for is left.</summary>
    public void Take(FrameBuffer answer)
    {
        if (HistoryAnswer.Read(answer.Payload, out _) is not { } read || _open is not { } open || open.Id != read.Id)
            return;
        (_open, _refusals) = (null, 0);
        if (!open.Stream.IsRetired && EarlierHistory.Of(read) is { } earlier)
            open.Stream.History.Take(earlier);
    }

    /// <summary>Takes an error, if it answers what was asked here. A connector that keeps no history is not asked again
    /// over this link.</summary>
    public void OnError(ErrorAnswer error)
    {
        if (_open?.Id != error.Id)
            return;
        _open = null;
        _refusals = error.Code is ErrorAnswer.Unsupported or ErrorAnswer.UnknownOp ? MostRefusals : _refusals + 1;
    }

    private bool IsDue(MonitoredStream stream)
    {
        long now = _time.GetTimestamp();
        if (!_asked.TryGetValue(stream, out Asked asked))
            asked = new Asked(0, now, null);
        BucketState own = stream.History.Own?.Read() ?? default;
        long? begin = own.Blocks > 0 ? own.BeginNs : null;
        if (begin != asked.BeginNs)
            asked = new Asked(0, now, begin);
        bool due =
            asked.Times < MostAsks && Wants(stream.History, own, _time.GetElapsedTime(asked.At, now), asked.Times);
        _asked[stream] = due ? asked with { Times = asked.Times + 1, At = now } : asked;
        return due;
    }

    // Without blocks of its own a monitor asks after a second: a rig that stands still has a past too.
    private static bool Wants(StreamHistory history, in BucketState own, TimeSpan since, int times)
    {
        if (own.Blocks == 0)
            return history.Earlier is null && since >= AskAgain;
        BucketGrid grid = history.Own!.Plan.Grid;
        if (history.Earlier is { } earlier)
            grid = new BucketGrid(Math.Max(grid.WidthNs, earlier.Grid.WidthNs));
        long whole = grid.StartOf(grid.WholeFrom(own.BeginNs));
        if (history.Earlier?.UntilNs >= whole)
            return false;
        return times == 0
            ? own.UntilNs >= whole + AheadNs || since >= Patience
            : since >= AskAgain && own.UntilNs >= whole + AheadNs;
    }

    // How often a stream was asked for, when last (or since when it is known), and where its own blocks began then.
    private readonly record struct Asked(int Times, long At, long? BeginNs);
}
