using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Recorder;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>
/// The last stage before the compute thread: a frame passes with the description that its catalogue revision gives
/// its stream. Frames of a revision that is not known yet wait, and those after them too. Receive thread only.
/// </summary>
internal sealed class CatalogueGate
{
    private readonly ComputeFeed _feed;
    private readonly ConnectionState _state;
    private readonly CatalogueRegistry _catalogues = new();
    private readonly HeldFrames _held;
    private readonly ConnectionRecorder? _recorder;
    private (Guid Publisher, uint Revision)? _givenUp;

    public CatalogueGate(
        ComputeFeed feed, ConnectionState state, TimeProvider time, ConnectionRecorder? recorder = null) =>
        (_feed, _state, _held, _recorder) = (feed, state, new HeldFrames(time), recorder);

    /// <summary>True while a catalogue is missing that frames wait for.</summary>
    public bool IsWaiting => _held.Any;

    /// <summary>The revision that the oldest waiting frame needs; null when none waits.</summary>
    public uint? WantedRevision => _held.Any ? _held.Oldest.Frame.CheckedHeader.CatalogueRevision : null;

    /// <summary>The publisher does not have a revision: frames stop waiting for it.</summary>
    public void GiveUp(uint revision)
    {
        if (_held.Any && WantedRevision == revision)
            _givenUp = (_held.Oldest.Frame.CheckedHeader.Publisher, revision);
    }

    /// <summary>True when a catalogue of this revision need not be read again.</summary>
    public bool Knows(in FrameHeader header) => _catalogues.Knows(header.Publisher, header.CatalogueRevision);

    /// <summary>Takes a catalogue, from a frame or from an answer.</summary>
    public void Take(ReadOnlySpan<byte> payload)
    {
        CatalogueOutcome outcome = CatalogueCodec.Read(payload, out PublisherCatalogue? catalogue);
        if (outcome.IsOk)
            _catalogues.Add(catalogue!);
        else
            _state.Bad.Count(BadFrame.Decode);
    }

    /// <summary>
    /// Hands a frame on, now or later; false only on stop, and then the frame is still the caller's.
    /// </summary>
    public bool Pass(FrameBuffer frame, MonitoredStream stream, FrameOrigin origin, CancellationToken stop)
    {
        FrameHeader header = frame.CheckedHeader;
        bool known = !_held.Any && TryDescribe(stream, header);
        if (known || origin == FrameOrigin.Snapshot || (!_held.Any && IsGivenUp(header)))
            return Deliver(frame, stream, known, origin, stop);
        if (_held.IsOverdue)
            Release(stop);
        _held.Add(frame, stream, origin);
        return true;
    }

    /// <summary>Hands on what no longer has to wait: its catalogue is known, or it waited long enough.</summary>
    public void Release(CancellationToken stop)
    {
        while (_held.Any && !stop.IsCancellationRequested)
        {
            HeldFrames.Held oldest = _held.Oldest;
            FrameHeader header = oldest.Frame.CheckedHeader;
            bool known = TryDescribe(oldest.Stream, header);
            if (!known && !_held.IsOverdue && !IsGivenUp(header))
                return;
            if (!known)
                _givenUp = (header.Publisher, header.CatalogueRevision);
            HeldFrames.Held taken = _held.Take();
            if (!Deliver(taken.Frame, taken.Stream, known, taken.Origin, stop))
                _feed.Frames.Return(taken.Frame);
        }
    }

    // Recorded before it is computed: what the saved position has after it is in the recording.
    private bool Deliver(
        FrameBuffer frame, MonitoredStream stream, bool known, FrameOrigin origin, CancellationToken stop)
    {
        PublisherJournal? journal =
            origin == FrameOrigin.Snapshot ? null : _recorder?.Take(frame, known ? stream.Catalogue : null);
        return _feed.Pass(frame, stream, known ? stream.Description : null, origin, stop, journal);
    }

    private bool TryDescribe(MonitoredStream stream, in FrameHeader header)
    {
        if (stream.Revision == header.CatalogueRevision)
            return true;
        if (_catalogues.Find(header.Publisher, header.CatalogueRevision) is not { } catalogue)
            return false;
        (stream.Revision, stream.Catalogue) = (header.CatalogueRevision, catalogue);
        StreamDescription? described = catalogue.Stream(stream.Id);

        // The same description under a new revision keeps its plan and its board.
        if (described is null || !described.Equals(stream.Description))
            stream.Description = described;
        return true;
    }

    private bool IsGivenUp(in FrameHeader header) => _givenUp == (header.Publisher, header.CatalogueRevision);
}
