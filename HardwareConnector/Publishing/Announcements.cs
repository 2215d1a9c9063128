using FuncLibs.Journal.Writing;
using FuncLibs.Timing;
using FuncLibs.Timing.Clocks;
using FuncLibs.Wire;
using FuncLibs.Wire.Broadcast;
using HardwareConnector.Recording;

namespace HardwareConnector.Publishing;

/// <summary>
/// What the publisher says unasked: a heartbeat each 250 ms, the catalogue on change and each 5 s, steps of its clock, and at the end the
/// last sequence of each stream. Publish thread only; a heartbeat takes no memory.
/// </summary>
internal sealed class Announcements
{
    private static readonly TimeSpan HeartbeatInterval = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan CatalogueInterval = TimeSpan.FromSeconds(5);

    private readonly FrameSender _sender;
    private readonly ControlStream _control;
    private readonly RigBook _book;
    private readonly LinkReport _link;
    private readonly Recorder _recorder;
    private readonly TimeProvider _time;
    private readonly ClockSteps _steps;
    private readonly ClockStepDetector _clock;
    private readonly Topic _topic;
    private readonly Heartbeat _heartbeat;
    private readonly PayloadBuffer _payload = new();
    private readonly long _started;
    private long _lastHeartbeat;
    private long _lastCatalogue;
    private ulong _heartbeats;

    public Announcements(
        FrameSender sender,
        ControlStream control,
        RigBook book,
        PublisherIdentity identity,
        LinkReport link,
        Recorder recorder,
        ClockSteps steps,
        TimeProvider time)
    {
        _sender = sender;
        _control = control;
        _book = book;
        _link = link;
        _recorder = recorder;
        _time = time;
        _steps = steps;
        _clock = new ClockStepDetector(time);
        _topic = identity.TopicOf(FrameKind.Heartbeat);
        _heartbeat = new Heartbeat { Instance = identity.Instance, Epoch = identity.Epoch };
        _started = _lastHeartbeat = _lastCatalogue = time.GetTimestamp();
    }

    /// <summary>How long the loop may wait for a block.</summary>
    public int MillisecondsToNext()
    {
        // Rounded up: the last fraction of a millisecond is slept through, not spun through.
        double left = Math.Ceiling((HeartbeatInterval - _time.GetElapsedTime(_lastHeartbeat)).TotalMilliseconds);
        return (int)Math.Clamp(left, 0, HeartbeatInterval.TotalMilliseconds);
    }

    /// <summary>Sends what is due.</summary>
    public void SendDue()
    {
        if (_time.GetElapsedTime(_lastHeartbeat) >= HeartbeatInterval)
        {
            WatchClock();
            SendHeartbeat();
        }

        if (_time.GetElapsedTime(_lastCatalogue) >= CatalogueInterval)
            SendCatalogue();
        while (_recorder.Journal.TryTakeHole(out JournalHole hole))
            _control.SendHole(hole, _book.Current.Catalogue.Revision, _time.NowNs());
    }

    public void SendCatalogue()
    {
        _lastCatalogue = _time.GetTimestamp();
        _control.SendCatalogue(_book.Current, _time.NowNs());
    }

    /// <summary>How far earlier lives of this publisher went: the first words of this one.</summary>
    public void CloseEarlierEpochs()
    {
        foreach (ClosedEpoch epoch in _recorder.Epochs.News)
            _control.SendEpoch(epoch.Notice, _book.Current.Catalogue.Revision, _time.NowNs());
        if (_recorder.Restored is { } old)
        {
            RestoredNotice notice = new(_time.NowNs(), old.Epoch, old.RecordedEpoch, old.Revision, (uint)old.Streams);
            _control.SendRestored(notice, _book.Current.Catalogue.Revision);
        }
    }

    public void SendHeartbeat() => SendHeartbeat(FrameFlags.None);

    /// <summary>The last word of this epoch: the final sequence of every stream.</summary>
    public void SayGoodbye() => SendHeartbeat(FrameFlags.EndOfStream);

    private void WatchClock()
    {
        if (!_clock.TryObserve(out long stepNs))
            return;
        ClockNotice notice = new(_time.NowNs(), stepNs);
        _control.SendClock(notice, _book.Current.Catalogue.Revision);
        _steps.Note(notice.StepNs, notice.UtcNs);
    }

    private void SendHeartbeat(FrameFlags flags)
    {
        _lastHeartbeat = _time.GetTimestamp();
        long now = _time.NowNs();
        _heartbeat.SentUtcNs = now;
        _heartbeat.UptimeMs = (long)_time.GetElapsedTime(_started).TotalMilliseconds;
        _heartbeat.Link = _link.State;
        _heartbeat.LastAcquiredNs = _link.LastAcquiredNs;
        _heartbeat.Streams.Clear();
        _heartbeat.Streams.Add(ProgressOf(FrameHeader.ControlStream, _control.Last));
        foreach (PublishedStream stream in _book.All)
            _heartbeat.Streams.Add(ProgressOf(stream.Id, stream.Last));
        _payload.Clear();
        _heartbeat.Write(_payload);
        _sender.Send(
            _topic,
            new FrameHeader
            {
                Kind = FrameKind.Heartbeat,
                Flags = flags,
                Stream = FrameHeader.HeartbeatStream,
                Content = ContentIds.ControlMap,
                Sequence = ++_heartbeats,
                AcquiredNs = now,
                CatalogueRevision = _book.Current.Catalogue.Revision,
            },
            _payload.Written);
    }

    // Marks of 0 say that a journal is kept and has nothing of the stream yet. Without marks a consumer would take it that none is kept, and
    // begin this epoch without asking for what it lacks of earlier ones.
    private StreamProgress ProgressOf(uint stream, ulong last) => _recorder.Marks(stream) is { } marks
        ? new StreamProgress(stream, last, marks.Written, marks.Durable, marks.Oldest)
        : new StreamProgress(stream, last, Written: 0, Durable: 0);
}
