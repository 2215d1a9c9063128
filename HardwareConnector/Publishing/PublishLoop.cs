using FuncLibs.Hosting.Threads;
using FuncLibs.Publishing;
using FuncLibs.Rings;
using FuncLibs.Serialization;
using FuncLibs.Timing.Clocks;
using FuncLibs.Transport;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.Publishing;

/// <summary>
/// The publish thread: takes what the source hands over, numbers blocks, serializes them straight into the outgoing buffer, sends; and
/// between blocks keeps heartbeats and catalogues going. Owns the PUB socket. A block takes no memory once warm.
/// </summary>
public sealed class PublishLoop
{
    private readonly SpscRing<SourceItem> _ring;
    private readonly Func<IFramePublisher> _bind;
    private readonly ReadySignal _ready;
    private readonly RigBook _book;
    private readonly PublisherIdentity _identity;
    private readonly Recorder _recorder;
    private readonly IBlockSerializer _serializer;
    private readonly TimeProvider _time;

    /// <summary>Prepares the loop; the socket is bound on its thread.</summary>
    public PublishLoop(
        SourceFeed feed,
        Func<IFramePublisher> bind,
        ReadySignal ready,
        RigBook book,
        PublisherIdentity identity,
        Recorder recorder,
        IBlockSerializer serializer,
        TimeProvider time)
    {
        _ring = feed.Ring;
        _bind = bind;
        _ready = ready;
        _book = book;
        _identity = identity;
        _recorder = recorder;
        _serializer = serializer;
        _time = time;
    }

    /// <summary>What was counted.</summary>
    public PublishCounters Counters { get; } = new();

    /// <summary>How the link to the rig is, and how new its data; any thread may read it.</summary>
    public LinkReport Link { get; } = new();

    /// <summary>Steps of this machine's clock; any thread may read it.</summary>
    public ClockSteps Clock { get; } = new();

    /// <summary>Runs until <paramref name="stop"/>, then publishes what is still queued and says goodbye with the last sequences.</summary>
    public void Run(CancellationToken stop)
    {
        using IFramePublisher? publisher = _ready.TryBind(_bind, bound => bound.Endpoint.ToString());
        if (publisher is null)
            return;
        FrameSender sender = new(publisher, _time, _identity, new RecordedFrames(_recorder, Counters));
        ControlStream control = new(sender, _identity);
        BlockPublisher blocks = new(sender, control, _serializer, Counters);
        Announcements announcements = new(sender, control, _book, _identity, Link, _recorder, Clock, _time);
        announcements.CloseEarlierEpochs();
        while (!stop.IsCancellationRequested)
        {
            if (_ring.TryRead(out SourceItem item, announcements.MillisecondsToNext()))
                Handle(item, blocks, announcements);
            announcements.SendDue();
            publisher.DrainInput();
            Counters.Allocation.Sample();
        }

        while (_ring.TryRead(out SourceItem item))
            Handle(item, blocks, announcements);
        announcements.SayGoodbye();
        _recorder.MarkClean();
    }

    private void Handle(in SourceItem item, BlockPublisher blocks, Announcements announcements)
    {
        switch (item.Kind)
        {
            case SourceItemKind.Block:
                blocks.Publish(_book.Current, item);
                Link.Acquired(item.DueNs);
                item.Pool!.Return(item.Block!);
                break;
            case SourceItemKind.Description:
                _book.Describe(item.Description!);
                announcements.SendCatalogue();
                break;
            case SourceItemKind.State:
                Link.Become(item.Link);
                announcements.SendHeartbeat();
                break;
            default:
                break;
        }
    }
}
