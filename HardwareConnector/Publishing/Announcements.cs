using FuncLibs.Journal;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;
using HardwareConnector.Recording;

namespace HardwareConnector.Publishing;

/// <summary>
/// The periodic and control frames of the publisher: a heartbeat each 250 ms, the catalogue on change and each 5 s,
/// steps of its clock, and at the end the last sequence of each stream. Publish thread only; a heartbeat does not
/// allocate.
/// </summary>
internal sealed class Announcements
{
    private static readonly TimeSpan CatalogueInterval = TimeSpan.FromSeconds(5);

    private readonly ControlStream _control;
    private readonly RigRegistry _rigs;
    private readonly PublisherProgress _progress;
    private readonly Recorder _recorder;
    private readonly TimeProvider _time;
    private readonly ClockSteps _steps;
    private readonly ClockStepDetector _clock;
    private readonly HeartbeatSender _heartbeats;
    private long _lastCatalogue;

    public Announcements(
        FrameSender sender,
        ControlStream control,
        RigRegistry rigs,
        PublisherIdentity identity,
        LinkReports link,
        Recorder recorder,
        ClockSteps steps,
        TimeProvider time)
    {
        _control = control;
        _rigs = rigs;
        _progress = new PublisherProgress(rigs, link, recorder);
        _recorder = recorder;
        _time = time;
        _steps = steps;
        _clock = new ClockStepDetector(time);
        _heartbeats = new HeartbeatSender(sender, identity, time);
        _lastCatalogue = time.GetTimestamp();
    }

    /// <summary>How long the loop may wait for a block, in ms.</summary>
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
        while (_recorder.Journal.TryTakeGap(out JournalGap gap))
            _control.SendLoss(LossOf(gap), _rigs.Current.Catalogue.Revision, _time.NowNs());
    }

    public void SendCatalogue()
    {
        _lastCatalogue = _time.GetTimestamp();
        PublishedRig rig = _rigs.Current;
        _control.SendCatalogue(rig.EncodedCatalogue, rig.Catalogue.Revision, _time.NowNs());
    }

    /// <summary>Reports the end of earlier epochs of this publisher, as the first frames of this one.</summary>
    public void CloseEarlierEpochs()
    {
        foreach (ClosedEpoch epoch in _recorder.Epochs.NewlyClosed)
            _control.SendEvent(epoch.Event, _rigs.Current.Catalogue.Revision, _time.NowNs());
        if (_recorder.Restored is { } old)
        {
            RestoredPayload payload = new(_time.NowNs(), old.Epoch, old.RecordedEpoch, old.Revision, (uint)old.Streams);
            _control.SendEvent(payload, _rigs.Current.Catalogue.Revision, payload.UtcNs);
        }
    }

    public void SendHeartbeat() => SendHeartbeat(FrameFlags.None);

    /// <summary>Sends the last heartbeat of this epoch, with the final sequence of every stream.</summary>
    public void SendEndOfStream() => SendHeartbeat(FrameFlags.EndOfStream);

    private void WatchClock()
    {
        if (!_clock.TryObserve(out long stepNs))
            return;
        ClockStepPayload payload = new(_time.NowNs(), stepNs);
        _control.SendEvent(payload, _rigs.Current.Catalogue.Revision, payload.UtcNs);
        _steps.Add(payload.StepNs, payload.UtcNs);
    }

    private void SendHeartbeat(FrameFlags flags)
    {
        Heartbeat heartbeat = _heartbeats.Next();
        _progress.Fill(heartbeat, _control.Last, static stream => stream.Last);
        _heartbeats.Send(flags, _rigs.Current.Catalogue.Revision);
    }

    // Frames that were published and are missing from the journal: they cannot be replayed.
    private static LossPayload LossOf(in JournalGap gap) =>
        new(gap.Stream, gap.Epoch, (long)gap.From, (long)gap.To, $"not in the journal: {gap.Reason}");
}
