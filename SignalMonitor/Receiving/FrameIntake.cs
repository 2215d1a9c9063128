using System.Globalization;
using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Recorder;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>
/// Decides what becomes of each received frame: checks it, counts what is wrong with it, and hands good data on in
/// order. Receive thread only; a data frame in order does not allocate.
/// </summary>
internal sealed class FrameIntake
{
    // What is older comes out of a backlog: it is not of now, and does not make a connection fresh.
    private const long BacklogNs = 2 * UtcClock.NanosecondsPerSecond;

    private readonly StreamRegistry _streams;
    private readonly ConsumerDelivery _delivery;
    private readonly ConnectionState _state;
    private readonly ComputeFeed _feed;
    private readonly SerializerSet _serializers;
    private readonly Staleness _staleness;
    private readonly CatalogueGate _gate;
    private readonly FrameSlots _slots = new();
    private readonly InstanceWatch _instances = new();
    private readonly Heartbeat _heartbeat = new();
    private readonly TimeProvider _time;
    private readonly bool _readsQueue;
    private long? _conflictSeen;
    private Guid _publisher;

    // The last loss frame: a queue at a broker may give one twice.
    private (Guid Publisher, ulong Epoch, ulong Sequence) _lastLoss;

    public FrameIntake(
        StreamRegistry streams,
        ConsumerDelivery delivery,
        ConnectionState state,
        ComputeFeed feed,
        SerializerRegistry registry,
        Staleness staleness,
        TimeProvider time,
        ConnectionRecorder? recorder = null,
        bool readsQueue = false)
    {
        _readsQueue = readsQueue;
        (_streams, _delivery, _state, _feed, _staleness, _time) = (streams, delivery, state, feed, staleness, time);
        _serializers = registry.CreateSet();
        _gate = new CatalogueGate(feed, state, time, recorder);
    }

    /// <summary>True while a catalogue is missing that frames wait for.</summary>
    public bool WantsCatalogue => _gate.IsWaiting;

    /// <summary>Takes a frame.</summary>
    /// <returns>True when the frame was passed on or is kept; otherwise its buffer is the caller's to use
    /// again.</returns>
    public bool Receive(FrameBuffer frame, FrameOrigin origin, CancellationToken stop)
    {
        FrameOutcome outcome =
            FrameHeaderReader.ReadHeader(frame.Header, frame.Payload.Length, _feed.Limits, out FrameHeader header);
        if (!outcome.IsOk)
        {
            _state.Bad.Count(outcome.Fault);
            return false;
        }

        if (Crc32C.Compute(frame.Payload) != header.PayloadCrc)
        {
            BadOf(header).Count(BadFrame.PayloadCrc);
            return false;
        }

        // A block of a snapshot, a replay or a backlog may be of any age: it does not describe the present.
        if (_readsQueue && origin == FrameOrigin.Live && IsOld(header))
            origin = FrameOrigin.Backlog;
        if (origin == FrameOrigin.Live)
            _staleness.OnFrame();
        frame.CheckedHeader = header;
        switch (header.Kind)
        {
            case FrameKind.Data:
                return ReceiveData(frame, header, origin, stop);
            case FrameKind.Heartbeat:
                ReceiveHeartbeat(frame, header, origin == FrameOrigin.Live, stop);
                return false;
            case FrameKind.Catalogue:
                if (!_gate.Knows(header))
                    _gate.Take(frame.Payload);
                return false;
            case FrameKind.Loss:
                ReceiveLoss(frame, header);
                return false;
            case FrameKind.Event:
                ReceiveEvent(frame, header);
                return false;
            default:
                return false;
        }
    }

    /// <summary>The revision of the catalogue that frames wait for; null when none do.</summary>
    public uint? WantedRevision => _gate.WantedRevision;

    /// <summary>The publisher does not have a revision.</summary>
    public void GiveUpCatalogue(uint revision) => _gate.GiveUp(revision);

    /// <summary>Takes a catalogue out of an answer.</summary>
    public void ReceiveCatalogue(ReadOnlySpan<byte> payload) => _gate.Take(payload);

    /// <summary>Takes a welcome, which lists how earlier epochs of the publisher ended.</summary>
    public void ReceiveWelcome(Welcome welcome)
    {
        Follow(welcome.Publisher);
        foreach (EpochRange epoch in welcome.Epochs)
        {
            if (epoch.Epoch < welcome.Epoch)
                _streams.Find(welcome.Publisher, epoch.Stream)?.OnClosed(epoch);
        }
    }

    /// <summary>Hands on what no longer has to wait, for a gap or for a catalogue.</summary>
    public void ReleaseHeld(CancellationToken stop)
    {
        foreach (MonitoredStream stream in _streams.All)
            Release(stream, stop);
        _gate.Release(stop);
    }

    private bool ReceiveData(FrameBuffer frame, in FrameHeader header, FrameOrigin origin, CancellationToken stop)
    {
        if (StreamOf(frame, header) is not { } stream)
            return false;
        if (!_serializers.Supports(header.Content))
        {
            stream.Bad.Count(BadFrame.UnknownContent);
            return false;
        }

        _feed.Prefill(frame.Payload.Length);
        if (_readsQueue && origin is FrameOrigin.Live or FrameOrigin.Backlog)
            stream.ReadsBacklog = origin == FrameOrigin.Backlog;

        // The last block that a joining consumer requested is shown only as long as nothing newer came; it is not
        // counted.
        if (origin == FrameOrigin.Snapshot)
            return !stream.IsLive && _gate.Pass(frame, stream, origin, stop);
        bool taken = Deliver(frame, header, stream, origin, stop);
        Release(stream, stop);
        return taken;
    }

    private bool Deliver(
        FrameBuffer frame, in FrameHeader header, MonitoredStream stream, FrameOrigin origin, CancellationToken stop)
    {
        FrameSource source = origin == FrameOrigin.Replay ? FrameSource.Replay : FrameSource.Live;
        int token = _slots.Put(frame, origin);
        FrameDisposition fate = stream.OnFrame(
            header, source, token, frame.MemoryBytes, _time.GetElapsedTime(0).Ticks * UtcClock.NanosecondsPerTick);
        if (fate == FrameDisposition.Hold)
        {
            frame.Trim();
            return true;
        }

        _slots.Rent(token);
        return fate == FrameDisposition.Deliver && _gate.Pass(frame, stream, origin, stop);
    }

    private void Release(MonitoredStream stream, CancellationToken stop)
    {
        while (stream.TryRelease(_slots, out FrameBuffer? frame, out FrameOrigin origin))
        {
            if (!_gate.Pass(frame, stream, origin, stop))
                _feed.Frames.Return(frame);
        }

        while (stream.TryDiscard(_slots, out FrameBuffer? frame))
            _feed.Frames.Return(frame);
    }

    private void ReceiveHeartbeat(FrameBuffer frame, in FrameHeader header, bool isOfNow, CancellationToken stop)
    {
        if (!_heartbeat.TryRead(frame.Payload, out _))
        {
            _state.Bad.Count(BadFrame.Decode);
            return;
        }

        Follow(header.Publisher);
        bool conflict = _instances.Observe(_heartbeat.Epoch, _heartbeat.Instance) == InstanceVerdict.Conflict;
        WatchConflict(conflict);
        if (conflict)
            return;
        bool ended = (header.Flags & FrameFlags.EndOfStream) != 0;
        if (isOfNow)
            _staleness.OnHeartbeat(_heartbeat);
        foreach (MonitoredStream stream in _streams.All)
        {
            if (stream.Publisher != header.Publisher)
                continue;
            StreamProgress? progress = _heartbeat.ProgressOf(stream.Id);

            // Until all its rigs are there a connector does not have all its streams.
            stream.Announced(progress is not null || _heartbeat.Link != LinkState.Online);
            if (progress?.SamplesLost is { } lost)
                stream.OnSamplesLostTotal(_heartbeat.Epoch, lost);
            if (!isOfNow)
                continue;
            stream.ReadsBacklog = false;
            stream.Freshness.OnHeartbeat(progress, _staleness.ClockOf(_heartbeat), stream.Description, _time);
        }

        _state.Heard(_heartbeat.Link, ended);
        _delivery.OnHeartbeat(header.Publisher, _heartbeat, ended);
        for (int i = 0; ended && i < _heartbeat.Streams.Count; i++)
            _streams.Find(
                header.Publisher, _heartbeat.Streams[i].Id)?.OnEnd(_heartbeat.Epoch, _heartbeat.Streams[i].Last);
        ReleaseHeld(stop);
    }

    // One publisher answers at an address: as soon as another one is heard, the streams of the former are retired.
    private void Follow(Guid publisher)
    {
        if (publisher == _publisher)
            return;
        _publisher = publisher;
        _instances.Restart();
        foreach (MonitoredStream stream in _streams.All)
        {
            if (stream.Publisher != publisher)
                stream.OnPublisherGone();
        }
    }

    private void WatchConflict(bool conflict)
    {
        if (conflict)
            _conflictSeen = _time.GetTimestamp();
        _state.Conflicted(_instances.Conflicts);
        _state.BeInConflict(_conflictSeen is { } seen && _time.GetElapsedTime(seen) < Staleness.DefaultLimit);
    }

    private void ReceiveLoss(FrameBuffer frame, in FrameHeader header)
    {
        if (LossPayload.Read(frame.Payload, out _) is not { } payload)
            _state.Bad.Count(BadFrame.Decode);
        else if (payload.IsBeforeSequence && IsNextLoss(header)
            && _streams.Find(header.Publisher, payload.Stream) is { } stream && !(_readsQueue && stream.IsReadAgain))
            stream.OnSamplesLost(header.Epoch, CountOf(payload));
    }

    // What is left out because it may have been counted by an earlier process is in the total of the next heartbeat.
    private bool IsNextLoss(in FrameHeader header)
    {
        bool isNext = !_readsQueue || _lastLoss.Publisher != header.Publisher
            || (_lastLoss.Epoch, _lastLoss.Sequence).CompareTo((header.Epoch, header.Sequence)) < 0;
        if (isNext)
            _lastLoss = (header.Publisher, header.Epoch, header.Sequence);
        return isNext;
    }

    private bool IsOld(in FrameHeader header)
    {
        long lag = _time.NowNs() - header.PublishedNs;
        _state.SetLag(lag);
        return lag > BacklogNs;
    }

    // Events of other kinds are valid, and ignored.
    private void ReceiveEvent(FrameBuffer frame, in FrameHeader header)
    {
        if (ClockStepPayload.TryRead(frame.Payload, out ClockStepPayload payload, out MapFault fault))
        {
            if (_state.Clock.ConnectorStepped(header.Epoch, header.Sequence, payload.StepNs, payload.UtcNs))
                _staleness.OnClockStep(header.Epoch);
        }
        else if (fault.Member is null && RigEventPayload.Read(frame.Payload, out fault) is { } rigEvent)
        {
            MonitoredStream? stream = _streams.Find(header.Publisher, rigEvent.Stream);
            if (_readsQueue && stream?.IsReadAgain == true && stream.WasComputed(rigEvent.Epoch, rigEvent.Sequence))
                return;
            string name = stream?.Name ?? rigEvent.Stream.ToString(CultureInfo.InvariantCulture);
            _state.Events.Take(header.Publisher, header.Epoch, name, rigEvent);
        }

        if (fault.Member is not null)
            _state.Bad.Count(BadFrame.Decode);
    }

    // The ends may be anywhere: beyond the range of a count, its greatest value counts.
    private static long CountOf(LossPayload payload) =>
        (long)Int128.Min((Int128)payload.Last - payload.First + 1, 1L << 53);

    private MonitoredStream? StreamOf(FrameBuffer frame, in FrameHeader header)
    {
        if (_streams.Find(header.Publisher, header.Stream) is { } known)
            return known;
        bool dataStream = FrameHeader.IsDataStream(header.Stream);
        if (dataStream && Topic.TryParse(frame.Topic, out Topic? topic, out _) && topic.Kind == FrameKind.Data)
        {
            Follow(header.Publisher);
            return _streams.FindOrAdd(header.Publisher, header.Stream, topic.Stream);
        }

        _state.Bad.Count(BadFrame.Length);
        return null;
    }

    private BadFrameCounts BadOf(in FrameHeader header) =>
        _streams.Find(header.Publisher, header.Stream)?.Bad ?? _state.Bad;
}
