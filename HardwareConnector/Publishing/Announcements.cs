using FuncLibs.Journal;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;
using HardwareConnector.Recording;

namespace HardwareConnector.Publishing;

/// <summary>
/// What the publisher says unasked: a heartbeat each 250 ms, the catalogue on change and each 5 s, steps of its clock, and at the end the
/// last sequence of each stream. Publish thread only; a heartbeat takes no memory.
/// </summary>
internal sealed class Announcements
{
    private static readonly TimeSpan CatalogueInterval = TimeSpan.FromSeconds(5);

    private readonly ControlStream _control;
    private readonly RigRegistry _book;
    private readonly LinkReports _link;
    private readonly Recorder _recorder;
    private readonly TimeProvider _time;
    private readonly ClockSteps _steps;
    private readonly ClockStepDetector _clock;
    private readonly HeartbeatSender _heartbeats;
    private long _lastCatalogue;

    public Announcements(
        FrameSender sender,
        ControlStream control,
        RigRegistry book,
        PublisherIdentity identity,
        LinkReports link,
        Recorder recorder,
        ClockSteps steps,
        TimeProvider time)
    {
        _control = control;
        _book = book;
        _link = link;
        _recorder = recorder;
        _time = time;
        _steps = steps;
        _clock = new ClockStepDetector(time);
        _heartbeats = new HeartbeatSender(sender, identity, time);
        _lastCatalogue = time.GetTimestamp();
    }

    /// <summary>How long the loop may wait for a block.</summary>
    public int MillisecondsToNext() => _heartbeats.MillisecondsToNext;

    /// <summary>Sends what is due.</summary>
    public void SendDue()
    {
        if (_heartbeats.IsDue)
        {
            WatchClock();
            SendHeartbeat();
        }

        if (_time.GetElapsedTime(_lastCatalogue) >= CatalogueInterval)
            SendCatalogue();
        while (_recorder.Journal.TryTakeGap(out JournalGap hole))
            _control.SendLoss(NoticeOf(hole), _book.Current.Catalogue.Revision, _time.NowNs());
    }

    public void SendCatalogue()
    {
        _lastCatalogue = _time.GetTimestamp();
        PublishedRig rig = _book.Current;
        _control.SendCatalogue(rig.EncodedCatalogue, rig.Catalogue.Revision, _time.NowNs());
    }

    /// <summary>How far earlier lives of this publisher went: the first words of this one.</summary>
    public void CloseEarlierEpochs()
    {
        foreach (ClosedEpoch epoch in _recorder.Epochs.News)
            _control.SendEvent(epoch.Event, _book.Current.Catalogue.Revision, _time.NowNs());
        if (_recorder.Restored is { } old)
        {
            RestoredPayload notice = new(_time.NowNs(), old.Epoch, old.RecordedEpoch, old.Revision, (uint)old.Streams);
            _control.SendEvent(notice, _book.Current.Catalogue.Revision, notice.UtcNs);
        }
    }

    public void SendHeartbeat() => SendHeartbeat(FrameFlags.None);

    /// <summary>The last word of this epoch: the final sequence of every stream.</summary>
    public void SayGoodbye() => SendHeartbeat(FrameFlags.EndOfStream);

    private void WatchClock()
    {
        if (!_clock.TryObserve(out long stepNs))
            return;
        ClockStepPayload notice = new(_time.NowNs(), stepNs);
        _control.SendEvent(notice, _book.Current.Catalogue.Revision, notice.UtcNs);
        _steps.Add(notice.StepNs, notice.UtcNs);
    }

    private void SendHeartbeat(FrameFlags flags)
    {
        Heartbeat heartbeat = _heartbeats.Next();
        heartbeat.Link = _link.State;
        heartbeat.LastAcquiredNs = _link.LastAcquiredNs;
        heartbeat.Streams.Add(ProgressOf(FrameHeader.ControlStream, _control.Last));
        foreach (PublishedStream stream in _book.All)
        {
            heartbeat.Streams.Add(ProgressOf(stream.Id, stream.Last) with
            {
                Link = LinkOf(stream),
                LastAcquiredNs = stream.LastAcquiredNs,
                SamplesLost = stream.SamplesLost,
            });
        }

        _heartbeats.Send(flags, _book.Current.Catalogue.Revision);
    }

    // A stream that its rig no longer has gives nothing, however well the link is.
    private LinkState LinkOf(PublishedStream stream) =>
        _book.Current.Streams.Contains(stream) ? _link.All[stream.Source].State : LinkState.Offline;

    // What was published and is missing from the journal: nobody can ask for it again.
    private static LossPayload NoticeOf(in JournalGap hole) =>
        new(hole.Stream, hole.Epoch, (long)hole.From, (long)hole.To, $"not in the journal: {hole.Reason}");

    // Marks of 0 say that a journal is kept and has nothing of the stream yet. Without marks a consumer would take it that none is kept,
    // and begin this epoch without asking for what it lacks of earlier ones.
    private StreamProgress ProgressOf(uint stream, ulong last) => _recorder.Marks(stream) is { } marks
        ? new StreamProgress(stream, last, marks.Written, marks.Durable, marks.Oldest)
        : new StreamProgress(stream, last, Written: 0, Durable: 0);
}
