using FuncLibs.Blocks.Serialization;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.History;

/// <summary>
/// The history thread: follows the journal, which lies in the page cache, and keeps the last seconds of each stream as buckets. It holds up
/// nobody: it reads what is written already, rests while blocks pile up before the publish thread,
/// and passes blocks over when it falls behind.
/// </summary>
public sealed class HistoryLoop
{
    /// <summary>Streams that are followed; a rig has no more.</summary>
    public const int MaxStreams = 64;

    /// <summary>
    /// Blocks behind what is written at which those in between are passed over: what a rig of 1000 blocks/s publishes while a restart reads
    /// the past.
    /// </summary>
    public const ulong MostBehind = 4096;

    private const int WaitMs = 20;
    private const int RestMs = 2;
    private const int BlocksATurn = 32;

    private readonly HistoryStore _book;
    private readonly Recorder _recorder;
    private readonly RigRegistry _rigs;
    private readonly SourceFeeds _feeds;
    private readonly SerializerSet _serializers;
    private readonly RecordedCatalogues _catalogues;
    private readonly ulong _mostBehind;
    private readonly Dictionary<uint, StreamFollower> _followers = [];

    /// <summary>Prepares the loop.</summary>
    /// <param name="book">Where the histories stand for readers.</param>
    /// <param name="recorder">The journal that is followed.</param>
    /// <param name="rigs">Streams and catalogues of now.</param>
    /// <param name="feeds">Where blocks pile up: then this rests.</param>
    /// <param name="registry">Formats of the blocks.</param>
    /// <param name="mostBehind">Blocks behind at which a stream is given up in part.</param>
    public HistoryLoop(
        HistoryStore book, Recorder recorder, RigRegistry rigs, SourceFeeds feeds, SerializerRegistry registry, ulong mostBehind = MostBehind)
    {
        _mostBehind = mostBehind;
        (_book, _recorder, _rigs, _feeds) = (book, recorder, rigs, feeds);
        _serializers = registry.CreateSet();
        _catalogues = new RecordedCatalogues(rigs, recorder);
    }

    /// <summary>What was done; any thread.</summary>
    public HistoryCounters Counters { get; } = new();

    /// <summary>Runs until <paramref name="stop"/>; at once over when history is off.</summary>
    public void Run(CancellationToken stop)
    {
        if (_book.Seconds == 0)
            return;
        try
        {
            foreach (StreamExtent extent in _recorder.Journal.Recovery.Extents)
                Follow(extent.Stream);
            while (!stop.IsCancellationRequested)
            {
                bool more = Turn();
                bool isBusy = _feeds.IsPilingUp;
                if (!more || isBusy)
                    stop.WaitHandle.WaitOne(more ? RestMs : WaitMs);
            }
        }
        finally
        {
            foreach (StreamFollower follower in _followers.Values)
                follower.Dispose();
        }
    }

    private bool Turn()
    {
        foreach (PublishedStream stream in _rigs.All)
            Follow(stream.Id);
        bool more = false;
        foreach (StreamFollower follower in _followers.Values)
            more |= follower.Step(BlocksATurn);
        return more;
    }

    private void Follow(uint stream)
    {
        bool isData = stream is not (FrameHeader.ControlStream or FrameHeader.HeartbeatStream);
        if (isData && _followers.Count < MaxStreams && !_followers.ContainsKey(stream))
            _followers.Add(stream, new StreamFollower(stream, _recorder, _catalogues, _serializers, _book, Counters, _mostBehind));
    }
}

/// <summary>What the history thread did with the journal's frames. That thread writes, any thread reads.</summary>
public sealed class HistoryCounters
{
    private long _blocks;
    private long _skipped;
    private long _unusable;

    /// <summary>Blocks that are, or were, in a history.</summary>
    public long Blocks => Volatile.Read(ref _blocks);

    /// <summary>Blocks that were passed over because the history fell behind: a gap in plots, nothing else.</summary>
    public long Skipped => Volatile.Read(ref _skipped);

    /// <summary>Blocks that no catalogue describes any more, or that could not be decoded.</summary>
    public long Unusable => Volatile.Read(ref _unusable);

    internal void CountBlock() => Volatile.Write(ref _blocks, _blocks + 1);

    internal void CountSkipped(long blocks) => Volatile.Write(ref _skipped, _skipped + blocks);

    internal void CountUnusable() => Volatile.Write(ref _unusable, _unusable + 1);
}
