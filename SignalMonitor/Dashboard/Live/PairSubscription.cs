using SignalMonitor.Taps;

namespace SignalMonitor.Dashboard.Live;

/// <summary>Two signals as points of a curve.</summary>
/// <param name="id">Number that the browser gave it.</param>
/// <param name="stream">Name of the stream.</param>
/// <param name="x">Name of the signal to the right.</param>
/// <param name="y">Name of the signal upwards.</param>
/// <param name="perSecond">Pairs a second at most.</param>
internal sealed class PairSubscription(
    uint id, string stream, string x, string y, int perSecond) : LiveSubscription(id, stream)
{
    private LiveColumn[] _found = [];
    private string[] _missing = [x, y];
    private PairFeed? _feed;
    private long _next;

    /// <inheritdoc/>
    public override int Signals => 2;

    /// <inheritdoc/>
    public override long WidthNs => 0;

    /// <inheritdoc/>
    public override IReadOnlyList<LiveColumn> Found => _missing.Length > 0 ? [] : _found;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Missing => _missing;

    /// <inheritdoc/>
    public override bool Resolve(LiveStream stream)
    {
        LiveColumn[] before = _found;
        LiveColumn?[] both = [stream.Find(x), stream.Find(y)];
        _found = [.. both.OfType<LiveColumn>()];
        _missing = [.. new[] { x, y }.Where((_, i) => both[i] is null)];
        return !before.SequenceEqual(_found);
    }

    /// <inheritdoc/>
    public override void AddTo(LiveNeeds needs)
    {
        if (_missing.Length == 0)
            needs.Add(_found[0], _found[1], perSecond);
    }

    /// <inheritdoc/>
    public override void Bind(
        IReadOnlyDictionary<string, LiveSignal> signals,
        IReadOnlyDictionary<(string X, string Y, int PerSecond), PairFeed> pairs)
    {
        PairFeed? feed = _missing.Length == 0 ? pairs[(x, y, perSecond)] : null;
        if (ReferenceEquals(feed, _feed))
            return;
        (_feed, IsReset) = (feed, true);
        _next = feed is null ? 0 : Math.Max(feed.Oldest, feed.Written - LiveLimits.SectionPairs);
    }

    /// <inheritdoc/>
    protected override bool TryWrite(LiveBatch batch, LiveStream stream)
    {
        if (_feed is not { } feed || feed.Written == _next)
            return false;
        long from = Math.Max(_next, feed.Oldest);
        Pair[]? fewer =
            feed.Written - from > LiveLimits.SectionPairs ? feed.Decimated(from, LiveLimits.SectionPairs) : null;
        int count = fewer?.Length ?? (int)(feed.Written - from);
        long t0 = (fewer?[0] ?? feed[from]).Ns;
        batch.BeginPairs(new LiveSection(Id, 1, t0, 0, count, stream.UntilNs, stream.Dropped)
        {
            IsReset = IsReset,
            IsCoarser = fewer is not null || from > _next,
        });
        for (int i = 0; i < count; i++)
        {
            Pair pair = fewer?[i] ?? feed[from + i];
            batch.Set(i, pair.Ns - t0, pair.X, pair.Y);
        }

        _next = feed.Written;
        return true;
    }
}
