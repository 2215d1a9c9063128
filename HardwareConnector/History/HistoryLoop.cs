using FuncLibs.Blocks.Serialization;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.History;

/// <summary>
/// The history thread: reads the journal from the page cache and keeps the last seconds of each stream as buckets. It
/// delays no other thread: it reads only written records, pauses while blocks queue up before the publish thread, and
/// skips blocks when it falls behind.
/// </summary>
public sealed class HistoryLoop
{
    /// <summary>Highest number of streams; a rig has no more.</summary>
    public const int MaxStreams = 64;

    /// <summary>
    /// Lag in blocks above which the blocks in between are skipped: the output of a rig of 1000 blocks/s while a
    /// restart reads the past.
    /// </summary>
    public const ulong MaxBehind = 4096;

    private const int WaitMs = 20;
    private const int RestMs = 2;
    private const int BlocksPerTurn = 32;

    private readonly HistoryStore _store;
    private readonly Recorder _recorder;
    private readonly RigRegistry _rigs;
    private readonly SourceFeeds _feeds;
    private readonly SerializerSet _serializers;
    private readonly RecordedCatalogues _catalogues;
    private readonly ulong _maxBehind;
    private readonly Dictionary<uint, StreamFollower> _followers = [];

    /// <summary>Creates the loop.</summary>
    /// <param name="store">Published histories.</param>
    /// <param name="recorder">The journal to read.</param>
    /// <param name="rigs">Current streams and catalogues.</param>
    /// <param name="feeds">Source queues: while they fill up, this thread pauses.</param>
    /// <param name="registry">Formats of the blocks.</param>
    /// <param name="maxBehind">Lag in blocks above which blocks are skipped.</param>
    public HistoryLoop(
        HistoryStore store,
        Recorder recorder,
        RigRegistry rigs,
        SourceFeeds feeds,
        SerializerRegistry registry,
        ulong maxBehind = MaxBehind)
    {
        _maxBehind = maxBehind;
        (_store, _recorder, _rigs, _feeds) = (store, recorder, rigs, feeds);
        _serializers = registry.CreateSet();
        _catalogues = new RecordedCatalogues(rigs, recorder);
    }

    /// <summary>Counters; any thread.</summary>
    public HistoryCounters Counters { get; } = new();

    /// <summary>Runs until <paramref name="stop"/>; returns at once when history is off.</summary>
    public void Run(CancellationToken stop)
    {
        if (_store.Seconds == 0)
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
            more |= follower.Step(BlocksPerTurn);
        return more;
    }

    private void Follow(uint stream)
    {
        bool isData = FrameHeader.IsDataStream(stream);
        if (isData && _followers.Count < MaxStreams && !_followers.ContainsKey(stream))
            _followers.Add(
                stream, new StreamFollower(stream, _recorder, _catalogues, _serializers, _store, Counters, _maxBehind));
    }
}

/// <summary>Counters of the history thread. That thread writes, any thread reads.</summary>
public sealed class HistoryCounters
{
    private long _blocks;
    private long _skipped;
    private long _unusable;

    /// <summary>Blocks added to a history.</summary>
    public long Blocks => Volatile.Read(ref _blocks);

    /// <summary>Blocks skipped because the history fell behind: only a gap in plots.</summary>
    public long Skipped => Volatile.Read(ref _skipped);

    /// <summary>Blocks without a catalogue, or that could not be decoded.</summary>
    public long Unusable => Volatile.Read(ref _unusable);

    internal void CountBlock() => Volatile.Write(ref _blocks, _blocks + 1);

    internal void CountSkipped(long blocks) => Volatile.Write(ref _skipped, _skipped + blocks);

    internal void CountUnusable() => Volatile.Write(ref _unusable, _unusable + 1);
}
