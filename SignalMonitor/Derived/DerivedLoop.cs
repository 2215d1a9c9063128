using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Rings;
using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Derived;

/// <summary>
/// The thread that publishes signal variables: S frames, the catalogue on change and each 5 s, events, heartbeats, and
/// at the end the last numbers. Owns its PUB socket. A block does not allocate after warm-up.
/// </summary>
internal sealed class DerivedLoop
{
    private static readonly TimeSpan CatalogueInterval = TimeSpan.FromSeconds(5);

    private readonly SpscRing<DerivedItem> _ring;
    private readonly Func<IFramePublisher> _bind;
    private readonly ReadySignal _ready;
    private readonly PublisherIdentity _identity;
    private readonly DerivedCatalogue _catalogue;
    private readonly IBlockSerializer _serializer;
    private readonly TimeProvider _time;
    private readonly PayloadBuffer _payload = new();
    private long _lastAcquiredNs;
    private long _lastCatalogue;

    /// <summary>Prepares the loop; the socket is bound on its thread.</summary>
    public DerivedLoop(
        DerivedFeed feed,
        Func<IFramePublisher> bind,
        ReadySignal ready,
        PublisherIdentity identity,
        DerivedCatalogue catalogue,
        IBlockSerializer serializer,
        TimeProvider time)
    {
        _ring = feed.Ring;
        _bind = bind;
        _ready = ready;
        _identity = identity;
        _catalogue = catalogue;
        _serializer = serializer;
        _time = time;
    }

    /// <summary>What was counted.</summary>
    public DerivedCounters Counters { get; } = new();

    /// <summary>Turns of the loop, for the watchdog.</summary>
    public LoopProgress Progress { get; } = new();

    /// <summary>Where the socket is bound.</summary>
    public Task<string> Ready => _ready.Endpoint;

    /// <summary>
    /// Runs until <paramref name="stop"/>, then publishes what is still queued and announces the end.
    /// </summary>
    public void Run(CancellationToken stop)
    {
        using IFramePublisher? publisher = _ready.TryBind(_bind, bound => bound.Endpoint.ToString());
        if (publisher is null)
            return;
        FrameSender sender = new(publisher, _time, _identity, Counters);
        ControlStream control = new(sender, _identity);
        HeartbeatSender heartbeats = new(sender, _identity, _time);
        SendCatalogue(control);
        while (!stop.IsCancellationRequested)
        {
            if (_ring.TryRead(out DerivedItem item, heartbeats.MillisecondsToNext))
                Handle(item, sender, control);
            if (heartbeats.IsDue)
                SendHeartbeat(heartbeats, control, FrameFlags.None);
            if (_time.GetElapsedTime(_lastCatalogue) >= CatalogueInterval)
            {
                _catalogue.Save();
                SendCatalogue(control);
            }

            publisher.DrainInput();
            Counters.Allocation.Sample();
            Progress.CountTurn();
        }

        while (_ring.TryRead(out DerivedItem item))
            Handle(item, sender, control);
        SendHeartbeat(heartbeats, control, FrameFlags.EndOfStream);
    }

    private void Handle(in DerivedItem item, FrameSender sender, ControlStream control)
    {
        if (item.Payload is { } payload)
        {
            control.SendEvent(payload, _catalogue.Revision, item.AcquiredNs, item.Flags);
        }
        else if (item.Block is null)
        {
            _catalogue.Describe(item.Form!);
            SendCatalogue(control);
        }
        else
        {
            Send(item, sender);
        }
    }

    private void Send(in DerivedItem item, FrameSender sender)
    {
        DerivedCatalogue.Entry stream = _catalogue.Find(item.Form!.Stream);
        _payload.Clear();
        _serializer.Serialize(item.Block!, _payload);
        item.Form.Pool.Return(item.Block!);
        _lastAcquiredNs = Math.Max(_lastAcquiredNs, item.AcquiredNs);
        sender.Send(
            stream.Topic,
            new FrameHeader
            {
                Kind = FrameKind.Derived,
                Flags = item.Flags,
                Stream = stream.Id,
                Content = _serializer.ContentId,
                Sequence = item.Sequence,
                AcquiredNs = item.AcquiredNs,
                CatalogueRevision = _catalogue.Revision,
            },
            _payload.Written);
    }

    private void SendCatalogue(ControlStream control)
    {
        _lastCatalogue = _time.GetTimestamp();
        control.SendCatalogue(_catalogue.Encoded, _catalogue.Revision, _time.NowNs());
    }

    private void SendHeartbeat(HeartbeatSender heartbeats, ControlStream control, FrameFlags flags)
    {
        Heartbeat heartbeat = heartbeats.Next();
        heartbeat.Link = LinkState.Online;
        heartbeat.LastAcquiredNs = _lastAcquiredNs;
        heartbeat.Streams.Add(new StreamProgress(FrameHeader.ControlStream, control.Last));
        foreach (DerivedCatalogue.Entry entry in _catalogue.Entries)
            heartbeat.Streams.Add(new StreamProgress(entry.Id, entry.Stream.Last));
        heartbeats.Send(flags, _catalogue.Revision);
    }
}
