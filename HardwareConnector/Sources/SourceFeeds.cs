using FuncLibs.Runtime.Rings;

namespace HardwareConnector.Sources;

/// <summary>
/// The feeds of all sources, and the common wait of the publish thread. It serves them in turn, so that a rig with a
/// full queue delays another by at most one bounded burst.
/// </summary>
public sealed class SourceFeeds : IDisposable
{
    private readonly ConsumerSignal _signal = new();
    private readonly StageOwner _owner = new();
    private readonly SourceFeed[] _feeds;

    // The feed that was served last. Publish thread.
    private int _turn;
    private bool _isLent;

    /// <summary>Creates the feeds.</summary>
    /// <param name="count">Number of feeds, 1 or more.</param>
    /// <param name="make">Creates a feed from its number and the signal for its ring.</param>
    public SourceFeeds(int count, Func<int, ConsumerSignal, SourceFeed> make)
    {
        _feeds = [.. Enumerable.Range(0, count).Select(number => make(number, _signal))];
        _turn = count - 1;
    }

    /// <summary>All feeds, by the number of their source.</summary>
    public IReadOnlyList<SourceFeed> All => _feeds;

    /// <summary>
    /// True while blocks of any source queue up before the publish thread: other work has to wait. Any thread.
    /// </summary>
    public bool IsPilingUp
    {
        get
        {
            foreach (SourceFeed feed in _feeds)
            {
                if (feed.IsPilingUp)
                    return true;
            }

            return false;
        }
    }

    /// <summary>
    /// Publish thread: lets the source threads publish by themselves while it waits in <see cref="Next"/>.
    /// </summary>
    /// <param name="stageOf">The work, for the source of a number; it takes the stage from the given owner.</param>
    internal void Lend(Func<int, StageOwner, IPublishStage> stageOf)
    {
        _isLent = true;
        for (int number = 0; number < _feeds.Length; number++)
            _feeds[number].Stage = stageOf(number, _owner);
    }

    /// <summary>
    /// The number of the next feed with an item, in turn; -1 after the timeout. Publish thread, which alone has the
    /// publish stage when this returns.
    /// </summary>
    public int Next(int milliseconds)
    {
        int next = Poll();
        if (next >= 0 || milliseconds == 0)
            return next;
        if (!_isLent)
            return WaitForItem(milliseconds);
        _owner.Offer();
        next = WaitForItem(milliseconds);
        _owner.Reclaim();
        return next;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (SourceFeed feed in _feeds)
            feed.Dispose();
        _signal.Dispose();
        _owner.Dispose();
    }

    private int WaitForItem(int milliseconds)
    {
        _signal.PrepareWait();
        int next = Poll();
        if (next < 0)
            _signal.Wait(milliseconds);
        _signal.CancelWait();
        return next >= 0 ? next : Poll();
    }

    private int Poll()
    {
        int at = _turn;
        for (int tried = 0; tried < _feeds.Length; tried++)
        {
            at = at + 1 == _feeds.Length ? 0 : at + 1;
            if (_feeds[at].Ring.Count == 0)
                continue;
            _turn = at;
            return at;
        }

        return -1;
    }
}
