using FuncLibs.Journal.Segments;
using FuncLibs.Serialization;
using FuncLibs.Wire;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.History;

/// <summary>
/// The history thread: follows the journal, which lies in the page cache, and keeps the last seconds of each stream as buckets. It holds up nobody: it reads
/// what is written already, rests while blocks pile up before the publish thread, and passes blocks over when it falls behind.
/// </summary>
public sealed class HistoryLoop
{
    /// <summary>Streams that are followed; a rig has no more.</summary>
    public const int MaxStreams = 64;

    private const int WaitMs = 20;
    private const int RestMs = 2;
    private const int BlocksATurn = 32;

    private readonly HistoryBook _book;
    private readonly Recorder _recorder;
    private readonly RigBook _rigs;
    private readonly SourceFeed _feed;
    private readonly SerializerSet _serializers;
    private readonly RecordedCatalogues _catalogues;
    private readonly Dictionary<uint, StreamFollower> _followers = [];

    /// <summary>Prepares the loop.</summary>
    public HistoryLoop(HistoryBook book, Recorder recorder, RigBook rigs, SourceFeed feed, SerializerRegistry registry)
    {
        (_book, _recorder, _rigs, _feed) = (book, recorder, rigs, feed);
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
                bool isBusy = _feed.Ring.Held > _feed.Ring.Capacity / 2;
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
            _followers.Add(stream, new StreamFollower(stream, _recorder, _catalogues, _serializers, _book, Counters));
    }
}
