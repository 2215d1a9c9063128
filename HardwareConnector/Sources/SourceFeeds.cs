using FuncLibs.Runtime.Rings;

namespace HardwareConnector.Sources;

/// <summary>
/// The feeds of all sources, and the place where the publish thread waits for any of them. It serves them in turn, so that a rig whose
/// queue is full holds up another by one bounded burst at most.
/// </summary>
public sealed class SourceFeeds : IDisposable
{
    private readonly ConsumerSignal _bell = new();
    private readonly SourceFeed[] _feeds;

    // Publish thread: the feed that was served last.
    private int _turn;

    /// <summary>Makes the feeds.</summary>
    /// <param name="count">How many, 1 or more.</param>
    /// <param name="make">Makes one: its number, and the bell that its ring needs.</param>
    public SourceFeeds(int count, Func<int, ConsumerSignal, SourceFeed> make)
    {
        _feeds = [.. Enumerable.Range(0, count).Select(number => make(number, _bell))];
        _turn = count - 1;
    }

    /// <summary>All feeds, by the number of their source.</summary>
    public IReadOnlyList<SourceFeed> All => _feeds;

    /// <summary>True while blocks of any source pile up before the publish thread: whatever is not live gives way. Any thread.</summary>
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

    /// <summary>Publish thread: the number of the next feed that has something, in turn; -1 when none has within the time.</summary>
    public int Next(int milliseconds)
    {
        int next = Poll();
        if (next >= 0)
            return next;
        _bell.PrepareWait();
        next = Poll();
        if (next < 0)
            _bell.Wait(milliseconds);
        _bell.CancelWait();
        return next >= 0 ? next : Poll();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (SourceFeed feed in _feeds)
            feed.Dispose();
        _bell.Dispose();
    }

    private int Poll()
    {
        int at = _turn;
        for (int looked = 0; looked < _feeds.Length; looked++)
        {
            at = at + 1 == _feeds.Length ? 0 : at + 1;
            if (_feeds[at].Ring.Held == 0)
                continue;
            _turn = at;
            return at;
        }

        return -1;
    }
}
