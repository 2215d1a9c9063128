using FuncLibs.Catalogue;
using FuncLibs.Catalogue.Codec;
using FuncLibs.Delivery;
using FuncLibs.Serialization;
using FuncLibs.Transport.Buffers;
using FuncLibs.Wire;
using FuncLibs.Wire.Broadcast;

namespace SignalMonitor.Receiving;

/// <summary>
/// Decides what becomes of each received frame: checks it, counts what is wrong with it, and hands good data on in order.
/// Receive thread only; a data frame in order takes no memory.
/// </summary>
internal sealed class FrameIntake
{
    private readonly StreamBook _streams;
    private readonly ConnectionState _state;
    private readonly ComputeFeed _feed;
    private readonly SerializerSet _serializers;
    private readonly Staleness _staleness;
    private readonly CatalogueBook _catalogues = new();
    private readonly InstanceWatch _instances = new();
    private readonly Heartbeat _heartbeat = new();
    private readonly HeldFrames _held;
    private readonly TimeProvider _time;
    private (Guid Publisher, uint Revision)? _givenUp;
    private long? _conflictSeen;

    public FrameIntake(
        StreamBook streams, ConnectionState state, ComputeFeed feed, SerializerRegistry registry, Staleness staleness, TimeProvider time)
    {
        _time = time;
        _streams = streams;
        _state = state;
        _feed = feed;
        _serializers = registry.CreateSet();
        _staleness = staleness;
        _held = new HeldFrames(time);
    }

    /// <summary>True while a catalogue is missing that frames wait for.</summary>
    public bool WantsCatalogue => _held.Any;

    /// <summary>Takes a frame that came over the data socket, or over the control channel as part of a snapshot.</summary>
    /// <returns>True when the frame was handed on; otherwise its buffer is the caller's to use again.</returns>
    public bool Take(FrameBuffer frame, bool isSnapshot, CancellationToken stop)
    {
        FrameOutcome outcome =
            FrameHeaderReader.ReadHeader(frame.Header, frame.Payload.Length, FrameLimits.Default, out FrameHeader header);
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

        // A block of a snapshot may be of any age: it says nothing of now.
        if (!isSnapshot)
            _staleness.OnFrame();
        frame.Checked = header;
        switch (header.Kind)
        {
            case FrameKind.Data:
                return TakeData(frame, header, isSnapshot, stop);
            case FrameKind.Heartbeat:
                TakeHeartbeat(frame, header);
                return false;
            case FrameKind.Catalogue:
                if (!_catalogues.Knows(header.Publisher, header.CatalogueRevision))
                    TakeCatalogue(frame.Payload);
                return false;
            case FrameKind.Loss:
                TakeLoss(frame, header);
                return false;
            default:
                return false;
        }
    }

    /// <summary>Takes a catalogue, from a frame or from an answer.</summary>
    public void TakeCatalogue(ReadOnlySpan<byte> payload)
    {
        CatalogueOutcome outcome = CatalogueCodec.Read(payload, out PublisherCatalogue? catalogue);
        if (outcome.IsOk)
            _catalogues.Add(catalogue!);
        else
            _state.Bad.Count(BadFrame.Decode);
    }

    /// <summary>Hands on what no longer has to wait: its catalogue is known, or it waited long enough.</summary>
    public void ReleaseHeld(CancellationToken stop)
    {
        while (_held.Any && !stop.IsCancellationRequested)
        {
            HeldFrames.Held oldest = _held.Oldest;
            FrameHeader header = oldest.Frame.Checked;
            bool known = TryDescribe(oldest.Stream, header);
            if (!known && !_held.IsOverdue && !IsGivenUp(header))
                return;
            if (!known)
                _givenUp = (header.Publisher, header.CatalogueRevision);
            HeldFrames.Held taken = _held.Take();
            if (!_feed.Pass(taken.Frame, taken.Stream, known ? taken.Stream.Description : null, isSnapshot: false, stop))
                _feed.Frames.Return(taken.Frame);
        }
    }

    private bool TakeData(FrameBuffer frame, in FrameHeader header, bool isSnapshot, CancellationToken stop)
    {
        if (StreamOf(frame, header) is not { } stream)
            return false;
        if (!_serializers.Knows(header.Content))
        {
            stream.Bad.Count(BadFrame.UnknownContent);
            return false;
        }

        _feed.Prefill(frame.Payload.Length);

        // The last block that a joining consumer asked for is shown only as long as nothing newer came; it is not counted.
        bool wanted = isSnapshot ? !stream.IsLive : stream.OnFrame(header).IsDelivered();
        if (!wanted)
            return false;
        bool known = !_held.Any && TryDescribe(stream, header);
        if (known || isSnapshot || (!_held.Any && IsGivenUp(header)))
            return _feed.Pass(frame, stream, known ? stream.Description : null, isSnapshot, stop);
        if (_held.IsOverdue)
            ReleaseHeld(stop);
        _held.Add(frame, stream);
        return true;
    }

    private void TakeHeartbeat(FrameBuffer frame, in FrameHeader header)
    {
        if (!_heartbeat.TryRead(frame.Payload, out _))
        {
            _state.Bad.Count(BadFrame.Decode);
            return;
        }

        bool conflict = _instances.Observe(_heartbeat.Epoch, _heartbeat.Instance) == InstanceVerdict.Conflict;
        WatchConflict(conflict);
        if (conflict)
            return;
        bool ended = (header.Flags & FrameFlags.EndOfStream) != 0;
        _staleness.OnHeartbeat(_heartbeat);
        _state.Heard(_heartbeat.Link, ended);
        for (int i = 0; i < _heartbeat.Streams.Count; i++)
            _streams.Find(header.Publisher, _heartbeat.Streams[i].Id)?.OnHeartbeat(_heartbeat.Epoch, _heartbeat.Streams[i].Last, ended);
    }

    private void WatchConflict(bool conflict)
    {
        if (conflict)
            _conflictSeen = _time.GetTimestamp();
        _state.Conflicted(_instances.Conflicts);
        _state.BeInConflict(_conflictSeen is { } seen && _time.GetElapsedTime(seen) < Staleness.DefaultLimit);
    }

    private void TakeLoss(FrameBuffer frame, in FrameHeader header)
    {
        if (LossNotice.Read(frame.Payload, out _) is not { } notice)
            _state.Bad.Count(BadFrame.Decode);
        else if (notice.IsBeforeSequence)
            _streams.Find(header.Publisher, notice.Stream)?.OnSamplesLost(header.Epoch, CountOf(notice));
    }

    // The ends may lie anywhere: what a count cannot say is as many as it can.
    private static long CountOf(LossNotice notice) => (long)Int128.Min((Int128)notice.Last - notice.First + 1, 1L << 53);

    private bool TryDescribe(MonitoredStream stream, in FrameHeader header)
    {
        if (stream.Revision == header.CatalogueRevision)
            return true;
        if (_catalogues.Find(header.Publisher, header.CatalogueRevision) is not { } catalogue)
            return false;
        stream.Revision = header.CatalogueRevision;
        StreamDescription? described = catalogue.Stream(stream.Id);

        // The same description under a new revision keeps its plan and its board.
        if (described is null || !described.Equals(stream.Description))
            stream.Description = described;
        return true;
    }

    private bool IsGivenUp(in FrameHeader header) => _givenUp == (header.Publisher, header.CatalogueRevision);

    private MonitoredStream? StreamOf(FrameBuffer frame, in FrameHeader header)
    {
        if (_streams.Find(header.Publisher, header.Stream) is { } known)
            return known;
        bool dataStream = header.Stream is not (FrameHeader.ControlStream or FrameHeader.HeartbeatStream);
        if (dataStream && Topic.TryParse(frame.Topic, out Topic? topic, out _) && topic.Kind == FrameKind.Data)
            return _streams.FindOrAdd(header.Publisher, header.Stream, topic.Stream);
        _state.Bad.Count(BadFrame.Length);
        return null;
    }

    private BadFrameCounts BadOf(in FrameHeader header) => _streams.Find(header.Publisher, header.Stream)?.Bad ?? _state.Bad;
}
