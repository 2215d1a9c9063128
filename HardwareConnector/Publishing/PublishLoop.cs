using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Timing.Clocks;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.Publishing;

/// <summary>
/// The publish thread: reads the source queues in turn, numbers blocks, serializes them directly into the outgoing
/// buffer and sends them; between blocks it sends heartbeats and catalogues. Owns the PUB socket. While it waits, and
/// with a transport that allows it, it lends all of this (<see cref="PublishStage"/>) to a source thread that has a
/// block. Does not allocate per block after warm-up.
/// </summary>
public sealed class PublishLoop
{
    private readonly SourceFeeds _feeds;
    private readonly PublishSocket _socket;
    private readonly ReadySignal _ready;
    private readonly RigRegistry _rigs;
    private readonly PublisherIdentity _identity;
    private readonly Recorder _recorder;
    private readonly TimeProvider _time;

    /// <summary>Prepares the loop; the socket is bound on its thread.</summary>
    public PublishLoop(
        SourceFeeds feeds,
        PublishSocket socket,
        ReadySignal ready,
        RigRegistry rigs,
        PublisherIdentity identity,
        Recorder recorder,
        PublishFormat format,
        TimeProvider time)
    {
        _feeds = feeds;
        Link = new LinkReports(feeds.All.Count);
        Events = new RigEventLog(feeds.All.Count);
        _socket = socket;
        _ready = ready;
        _rigs = rigs;
        _identity = identity;
        _recorder = recorder;
        Format = format;
        _time = time;
    }

    /// <summary>Limits of a frame; a larger block is declared lost.</summary>
    public FrameLimits Limits { get; init; } = FrameLimits.Default;

    /// <summary>Longest wait before the bind for the descriptions of all rigs.</summary>
    public TimeSpan BindWait { get; init; }

    /// <summary>The payload format.</summary>
    public PublishFormat Format { get; }

    /// <summary>Counters.</summary>
    public PublishCounters Counters { get; } = new();

    /// <summary>Turns of the loop, for the watchdog.</summary>
    public LoopProgress Progress { get; } = new();

    /// <summary>States of the rig links and age of their data; any thread may read.</summary>
    public LinkReports Link { get; }

    /// <summary>Events of the rigs; any thread may read.</summary>
    public RigEventLog Events { get; }

    /// <summary>Steps of this machine's clock; any thread may read.</summary>
    public ClockSteps Clock { get; } = new();

    /// <summary>True while there is a subscriber to blocks; any thread may read.</summary>
    public bool HasSubscriber => _socket.HasSubscriber;

    /// <summary>Current queue limit for one subscriber, in frames; 0 before the socket is bound. Any thread.</summary>
    public int QueueFrames => _socket.HighWaterMark;

    /// <summary>
    /// Frames dropped for slow subscribers; 0 with a library, which does not tell. Any thread.
    /// </summary>
    public long DroppedFrames => _socket.Dropped;

    /// <summary>Subscribers for which frames wait or were dropped, the worst first. Any thread.</summary>
    /// <param name="max">Length of the list at most.</param>
    public IReadOnlyList<SubscriberQueue> SlowSubscribers(int max) => _socket.SlowSubscribers(max);

    /// <summary>
    /// Runs until <paramref name="stop"/>, then publishes the queued blocks and the final heartbeat with the last
    /// sequences.
    /// </summary>
    public void Run(CancellationToken stop)
    {
        using PublishSocket? publisher =
            _ready.TryBind(() => _socket.Bind(WaitForFrameSize(stop)), bound => bound.Endpoint.ToString());
        if (publisher is null)
            return;
        FrameSender sender = new(publisher, _time, _identity, new RecordedFrames(_recorder, Counters));
        ControlStream control = new(sender, _identity);
        BlockPublisher blocks =
            new(sender, control, Format, Counters, _identity.Epoch, _recorder.Samples) { Limits = Limits };
        Announcements announcements = new(sender, control, _rigs, _identity, Link, _recorder, Clock, _time);
        announcements.CloseEarlierEpochs();
        PublishStage stage = new(
            publisher, _feeds, _rigs, control, blocks, announcements, Link, Events, Counters, _identity.Epoch, _time)
        {
            Format = Format,
        };
        while (!stop.IsCancellationRequested)
        {
            if (_feeds.Next(announcements.MillisecondsToNext()) is var source and >= 0)
                stage.Serve(source);
            stage.EndTurn();
            stage.AnnounceFormat();
            Counters.Allocation.Sample();
            Progress.CountTurn();
        }

        while (_feeds.Next(0) is var source and >= 0)
            stage.Serve(source);
        announcements.SendEndOfStream();
        _recorder.MarkClean();
    }

    // The socket is sized for the frames: most rigs have described themselves by then.
    private int WaitForFrameSize(CancellationToken stop)
    {
        long began = _time.GetTimestamp();

        // Blocks of an online rig do not wait for an offline one.
        while (_feeds.All.Any(feed => feed.Description is null) && !_feeds.IsPilingUp
            && _time.GetElapsedTime(began) < BindWait)
        {
            if (stop.WaitHandle.WaitOne(1))
                break;
        }

        return _feeds.All.Max(feed => feed.Description is { } rig ? PublishStage.LargestFrame(rig) : 0);
    }
}

/// <summary>Counters of the publish stage since the start of the process. Any thread may read.</summary>
public sealed class PublishCounters
{
    private long _frames;
    private long _bytes;
    private long _blocks;
    private long _oversize;
    private long _refused;

    /// <summary>Frames of all kinds passed to the socket.</summary>
    public long Frames => Volatile.Read(ref _frames);

    /// <summary>Bytes of their headers and payloads.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Published blocks.</summary>
    public long Blocks => Volatile.Read(ref _blocks);

    /// <summary>Blocks whose payload exceeded the frame limit; their samples were declared lost.</summary>
    public long Oversize => Volatile.Read(ref _oversize);

    /// <summary>Frames that the socket refused; their sequences are gaps.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>Allocations of the publish stage, on whichever thread.</summary>
    public ThreadAllocation Allocation { get; } = new();

    internal void CountFrame(int bytes, bool sent)
    {
        if (!sent)
            Volatile.Write(ref _refused, _refused + 1);
        Volatile.Write(ref _frames, _frames + 1);
        Volatile.Write(ref _bytes, _bytes + bytes);
    }

    internal void CountBlock() => Volatile.Write(ref _blocks, _blocks + 1);

    internal void CountOversize() => Volatile.Write(ref _oversize, _oversize + 1);
}

/// <summary>Passes every frame to the journal before it is sent, and counts it afterwards.</summary>
internal sealed class RecordedFrames(Recorder recorder, PublishCounters counters) : IFrameObserver
{
    /// <inheritdoc/>
    public void Sending(in FrameHeader header, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload) =>
        recorder.Record(header, headerBytes, payload);

    /// <inheritdoc/>
    public void Sent(int bytes, bool taken) => counters.CountFrame(bytes, taken);
}
