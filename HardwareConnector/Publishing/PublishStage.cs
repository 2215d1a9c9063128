using FuncLibs.Messaging.Publishing;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Rings;
using HardwareConnector.Sources;

namespace HardwareConnector.Publishing;

/// <summary>
/// What the publish thread does with what comes from the sources: numbers, sends and announces. Who has the stage runs
/// it: the publish thread, or the thread of a source as its guest (<see cref="StageOwner"/>), which then publishes the
/// block that it has. Descriptions, states and events of a rig, and what is due while no blocks come, remain with the
/// publish thread.
/// </summary>
internal sealed class PublishStage
{
    // A rig that recovers from a stall may have hundreds of queued blocks: the other rigs wait for at most this many.
    private const int BurstItems = 8;

    private readonly PublishSocket _socket;
    private readonly RigRegistry _rigs;
    private readonly ControlStream _control;
    private readonly BlockPublisher _blocks;
    private readonly Announcements _announcements;
    private readonly LinkReports _link;
    private readonly RigEventLog _events;
    private readonly PublishCounters _counters;
    private readonly ulong _epoch;
    private readonly GuestBudget[] _budgets;
    private readonly IReadOnlyList<SourceFeed> _feeds;

    public PublishStage(
        PublishSocket socket,
        SourceFeeds feeds,
        RigRegistry rigs,
        ControlStream control,
        BlockPublisher blocks,
        Announcements announcements,
        LinkReports link,
        RigEventLog events,
        PublishCounters counters,
        ulong epoch,
        TimeProvider time)
    {
        (_socket, _feeds, _rigs, _control, _blocks) = (socket, feeds.All, rigs, control, blocks);
        (_announcements, _link, _events, _counters, _epoch) = (announcements, link, events, counters, epoch);
        _budgets = [.. feeds.All.Select(_ => new GuestBudget(time))];
        if (socket.AllowsHandOver)
            feeds.Lend((source, owner) => new SourceGuest(this, source, owner));
    }

    /// <summary>Publish thread: takes what waits in the ring of a source.</summary>
    public void Serve(int source)
    {
        // A description creates and sends a catalogue: it ends the burst, so that the other rigs wait for one at most.
        SourceFeed feed = _feeds[source];
        for (int taken = 0; taken < BurstItems && feed.Ring.TryRead(out SourceItem item); taken++)
        {
            Handle(source, item);
            if (item.Kind == SourceItemKind.Description)
                return;
        }
    }

    /// <summary>The payload format, whose changes are announced.</summary>
    public required PublishFormat Format { get; init; }

    /// <summary>After each turn: sends what is due, and reads what subscribers sent.</summary>
    public void EndTurn()
    {
        _announcements.SendDue();
        _socket.DrainInput();
    }

    /// <summary>Publish thread: sends waiting notices about the payload format, once a stream is there.</summary>
    public void AnnounceFormat()
    {
        PublishedRig rig = _rigs.Current;
        while (!rig.Streams.IsEmpty && Format.TakeNotice() is { } notice)
            _events.Publish(_control, rig, rig.Streams[0].Source, 0, notice, _epoch);
    }

    /// <summary>Size of the largest frame of a rig.</summary>
    public static int LargestFrame(RigDescription rig) => rig.Streams.Max(stream => stream.MaxDocumentBytes);

    private void Handle(int source, in SourceItem item)
    {
        switch (item.Kind)
        {
            case SourceItemKind.Block:
                Publish(source, item);
                break;
            case SourceItemKind.Description:
                _rigs.Describe(item.Description!, source, _feeds[source].Naming);
                _announcements.SendCatalogue();
                _socket.Follow(LargestFrame(item.Description!));
                break;
            case SourceItemKind.Event:
                _events.Publish(_control, _rigs.Current, source, item.Stream, item.Event!, _epoch);
                break;
            case SourceItemKind.State:
                _link.All[source].Set(item.Link, item.Reason);
                _announcements.SendHeartbeat();
                break;
            default:
                break;
        }
    }

    private void Publish(int source, in SourceItem item)
    {
        long began = _budgets[source].Begin();
        _blocks.Publish(_rigs.Current, item, source);
        _link.All[source].Acquired(item.DueNs);
        item.Pool!.Return(item.Block!);
        _budgets[source].End(began);
    }

    // A turn of the stage on the thread of a source.
    private sealed class SourceGuest(PublishStage stage, int source, StageOwner owner) : IPublishStage
    {
        public bool TryPublish(in SourceItem item)
        {
            if (!stage._budgets[source].IsOpen || !owner.TryTake())
                return false;
            bool isIntact = false;
            try
            {
                long begun = ThreadAllocation.BeginGuest();
                stage.Publish(source, item);
                stage.EndTurn();
                stage._counters.Allocation.EndGuest(begun);
                isIntact = true;
                return true;
            }
            finally
            {
                owner.Release(isIntact);
            }
        }
    }
}
