using FuncLibs.Journal;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using HardwareConnector.Logging;
using HardwareConnector.Recording;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Hosting;

/// <summary>Writes to the log what the journal found at the start and what becomes of it and of the state:
/// a line a change, looked for once a second. Saves the state that the disk refused.</summary>
internal sealed class JournalReport : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly Recorder _recorder;
    private readonly IHostApplicationLifetime _lifetime;
    private readonly TimeProvider _time;
    private readonly ILogger<JournalReport> _logger;
    private JournalStatus? _said;
    private bool _ringOutlives;
    private long _holes;
    private bool _saidUnsaved;

    public JournalReport(Recorder recorder, IHostApplicationLifetime lifetime, TimeProvider time, ILogger<JournalReport> logger)
    {
        _recorder = recorder;
        _lifetime = lifetime;
        _time = time;
        _logger = logger;
    }

    private FrameJournal Journal => _recorder.Journal;

    // Once everything is up: a start that fails says only why.
    public override Task StartAsync(CancellationToken cancellationToken)
    {
        _lifetime.ApplicationStarted.Register(SayWhatWasFound);
        return base.StartAsync(cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(Interval, _time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            Report();
            SaveState();
        }
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        _recorder.SaveState();
    }

    private void SayWhatWasFound()
    {
        ConnectorLog.JournalOpened(_logger, Journal.Recovery.Segments, Journal.Recovery.Bytes);
        if (Journal.Recovery.Ring is { Epoch: > 0 } ring)
            ConnectorLog.RingRecovered(_logger, ring.Epoch, ring.Records, ring.Lost, ring.DamagedBytes);
        if (Journal.RingOutcome.Fault != FileFault.None)
            ConnectorLog.RingInProcess(_logger, Journal.RingOutcome.ToString());
        foreach (DamagedRange range in Journal.Recovery.Damaged)
            ConnectorLog.JournalDamaged(_logger, range.ToString());
        foreach (string segment in Journal.Recovery.LeftAlone)
            ConnectorLog.SegmentLeftAlone(_logger, segment);
        foreach (string failure in Journal.Recovery.Unrepaired)
            ConnectorLog.NotRepaired(_logger, failure);
        foreach (ClosedEpoch epoch in _recorder.Epochs.News)
            ConnectorLog.EpochClosed(_logger, epoch.Epoch, epoch.Stream, epoch.Last, epoch.LastRecovered, epoch.Exact);
        if (_recorder.Restored is { } old)
            ConnectorLog.StateRestored(_logger, old.Epoch, old.RecordedEpoch, Journal.Epoch, old.Revision, old.Streams);
        if (_recorder.SamplesFault is { } samples)
            ConnectorLog.NoSampleMarks(_logger, samples);
        if (!_recorder.PositionOutcome.IsOk)
            ConnectorLog.NoPosition(_logger, _recorder.PositionOutcome.ToString());
    }

    private void Report()
    {
        JournalStatus status = Journal.Status;
        if (!status.IsRecording && (_said is null || _said.IsRecording || _said.Reason != status.Reason))
            ConnectorLog.NotRecording(_logger, status.Reason ?? "no segment could be begun yet");
        else if (status.IsRecording && _said is { IsRecording: false })
            ConnectorLog.RecordingAgain(_logger);
        else if (status.IsRecording && status.Failures > (_said?.Failures ?? 0))
            ConnectorLog.RecordingInterrupted(_logger, status.LastFailure);
        if (_ringOutlives && !Journal.RingOutlives)
            ConnectorLog.RingTakenAway(_logger, Journal.RingFile);
        _ringOutlives = Journal.RingOutlives;
        long holes = Journal.HoleFrames;
        if (holes > _holes)
            ConnectorLog.JournalHoles(_logger, holes);
        (_said, _holes) = (status, holes);
    }

    private void SaveState()
    {
        _recorder.SaveState();
        bool saved = _recorder.StateOutcome.IsOk;
        if (!saved && !_saidUnsaved)
            ConnectorLog.StateNotSaved(_logger, _recorder.StateOutcome.ToString());
        else if (saved && _saidUnsaved)
            ConnectorLog.StateSavedAgain(_logger);
        _saidUnsaved = !saved;
    }
}
