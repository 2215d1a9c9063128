using FuncLibs.Hosting.Threads;
using FuncLibs.Journal;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using HardwareConnector.Logging;
using HardwareConnector.Recording;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Reports;

/// <summary>
/// Logs the recovery of the journal at the start, and changes of the journal and of the saved state. Retries to save a
/// state that the disk refused.
/// </summary>
internal sealed class JournalReport(
    Recorder recorder, IHostApplicationLifetime lifetime, TimeProvider time, ILogger<JournalReport> logger)
    : PeriodicReport(time, EverySecond)
{
    private JournalStatus? _reported;
    private bool _ringOutlives;
    private long _gaps;
    private bool _reportedUnsaved;

    private FrameJournal Journal => recorder.Journal;

    // Logged after start-up: a failed start reports only its cause.
    public override Task StartAsync(CancellationToken cancellationToken)
    {
        lifetime.ApplicationStarted.Register(ReportRecovery);
        return base.StartAsync(cancellationToken);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        recorder.SaveState();
    }

    public override void Update()
    {
        Report();
        SaveState();
    }

    private void ReportRecovery()
    {
        ConnectorLog.JournalOpened(logger, Journal.Recovery.Segments, Journal.Recovery.Bytes);
        if (Journal.Recovery.Ring is { Epoch: > 0 } ring)
            ConnectorLog.RingRecovered(logger, ring.Epoch, ring.Records, ring.Lost, ring.DamagedBytes);
        if (Journal.RingOutcome.Fault != FileFault.None)
            ConnectorLog.RingInProcess(logger, Journal.RingOutcome.ToString());
        foreach (DamagedRange range in Journal.Recovery.Damaged)
            ConnectorLog.JournalDamaged(logger, range.ToString());
        foreach (string segment in Journal.Recovery.Skipped)
            ConnectorLog.SegmentLeftAlone(logger, segment);
        foreach (string failure in Journal.Recovery.Unrepaired)
            ConnectorLog.NotRepaired(logger, failure);
        foreach (ClosedEpoch epoch in recorder.Epochs.NewlyClosed)
            ConnectorLog.EpochClosed(logger, epoch.Epoch, epoch.Stream, epoch.Last, epoch.LastRecovered, epoch.Exact);
        if (recorder.Restored is { } old)
            ConnectorLog.StateRestored(logger, old.Epoch, old.RecordedEpoch, Journal.Epoch, old.Revision, old.Streams);
        if (recorder.SamplesFault is { } samples)
            ConnectorLog.NoSampleMarks(logger, samples);
        if (!recorder.PositionOutcome.IsOk)
            ConnectorLog.NoPosition(logger, recorder.PositionOutcome.ToString());
    }

    private void Report()
    {
        JournalStatus status = Journal.Status;
        if (!status.IsRecording && (_reported is null || _reported.IsRecording || _reported.Reason != status.Reason))
            ConnectorLog.NotRecording(logger, status.Reason ?? "no segment could be begun yet");
        else if (status.IsRecording && _reported is { IsRecording: false })
            ConnectorLog.RecordingAgain(logger);
        else if (status.IsRecording && status.Failures > (_reported?.Failures ?? 0))
            ConnectorLog.RecordingInterrupted(logger, status.LastFailure);
        if (_ringOutlives && !Journal.RingSurvivesKill)
            ConnectorLog.RingTakenAway(logger, Journal.RingFile);
        _ringOutlives = Journal.RingSurvivesKill;
        long gaps = Journal.GapFrames;
        if (gaps > _gaps)
            ConnectorLog.JournalGaps(logger, gaps);
        (_reported, _gaps) = (status, gaps);
    }

    private void SaveState()
    {
        recorder.SaveState();
        bool saved = recorder.StateOutcome.IsOk;
        if (!saved && !_reportedUnsaved)
            ConnectorLog.StateNotSaved(logger, recorder.StateOutcome.ToString());
        else if (saved && _reportedUnsaved)
            ConnectorLog.StateSavedAgain(logger);
        _reportedUnsaved = !saved;
    }
}
