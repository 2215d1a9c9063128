using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Limits;
using Microsoft.Extensions.Logging;
using SignalMonitor.Alarms;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Events;
using SignalMonitor.Logging;
using SignalMonitor.Notifications;
using SignalMonitor.Recorder;
using SignalMonitor.Saving;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Reporting;

/// <summary>
/// Reports what compute threads did: switches of definitions and events of alarms, in the log
/// and to subscribers of derived values. The only consumer of the events.
/// </summary>
internal sealed class SignalReport : PeriodicReport
{
    private const int MaxNames = 20;
    private static readonly TimeSpan BetweenLines = TimeSpan.FromSeconds(10);

    private readonly VariableCoordinator _coordinator;
    private readonly VariableWatches _watches;
    private readonly string _folder;
    private readonly TimeProvider _time;
    private readonly ILogger<SignalReport> _logger;
    private readonly EvaluationLog _log;
    private readonly PositionStatus? _position;
    private readonly EventLog? _events;
    private readonly RunRecorders? _recorders;
    private readonly AdjustmentReport? _adjustments;
    private readonly Notifier? _notifier;
    private readonly Dictionary<StreamVariables, long> _lost = [];
    private readonly Dictionary<(StreamVariables Stream, long Limit), AlarmLines> _lines = [];
    private readonly Dictionary<VariableWatch, VariableWatchStatus> _reported = [];

    public SignalReport(
        VariableCoordinator coordinator,
        VariableWatches watches,
        StateFolder folder,
        TimeProvider time,
        ILogger<SignalReport> logger,
        PositionStatus? position = null,
        EventLog? events = null,
        RunRecorders? recorders = null,
        AdjustmentReport? adjustments = null,
        Notifier? notifier = null)
        : base(time, TimeSpan.FromMilliseconds(50))
    {
        (_coordinator, _watches, _folder, _time, _logger, _log) =
            (coordinator, watches, folder.Path, time, logger, new EvaluationLog(folder.Path));
        (_position, _events, _recorders, _adjustments) = (position, events, recorders, adjustments);
        _notifier = notifier;
    }

    public override void Update()
    {
        foreach (VariableWatch watch in _watches.All)
            ReportDatabase(watch);
        while (_coordinator.TryTakeSwitch(out PlanSwitch? made))
            Report(made);
        while (_coordinator.TryTakeGap(out SampleGap? gap))
            Note(EvaluationLogEntry.From(gap));
        foreach (StreamVariables stream in _coordinator.Streams())
            ReportAlarms(stream);
        _adjustments?.Update(isLast: false);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        Update();
        _adjustments?.Update(isLast: true);
    }

    public override void Dispose()
    {
        _log.Dispose();
        base.Dispose();
    }

    private void ReportDatabase(VariableWatch watch)
    {
        VariableWatchStatus status = watch.Status;
        VariableWatchStatus? before = _reported.GetValueOrDefault(watch);
        _reported[watch] = status;
        string station = _watches.All.Count > 1 ? watch.Station : "";
        if (status.IsStale != (before?.IsStale ?? false))
        {
            if (status.IsStale)
                MonitorLog.DatabaseLost(
                    _logger, station.Length > 0 ? $"station {station}: {status.Reason}" : status.Reason!,
                    status.Set?.Revision ?? 0);
            else
                MonitorLog.DatabaseBack(_logger);
            _events?.Add(
                DashboardEventKind.Connection,
                station,
                status.IsStale ? DashboardEventSeverity.Warning : DashboardEventSeverity.Info,
                _time.NowNs(),
                status.IsStale ? $"the database cannot be read: {status.Reason}" : "the database can be read again");
        }

        if (ReferenceEquals(status.Set, before?.Set))
            return;
        foreach (BrokenRow row in status.Set?.Broken ?? [])
            MonitorLog.BrokenRow(_logger, row.ToString());
        foreach (VariableFault fault in CustomUnits.From(status.Set?.Units ?? []).Faults)
            MonitorLog.BrokenRow(_logger, fault.ToString());
    }

    private void Report(PlanSwitch made)
    {
        string stream = made.Variables.Label;
        Note(EvaluationLogEntry.From(made));
        _recorders?.Find(made.Variables.Station)?.Evaluation?.Add(EvaluationLogEntry.From(made));
        _adjustments?.Take(made);
        SaveStreams(made);
        ReportState(made, stream);
        string changed = Changes(made);
        MonitorLog.VariablesSwitched(_logger, stream, made.Next.Set.Revision, made.Sequence, made.Epoch, changed);
        AddEvents(made, stream, changed);
        foreach (RunningVariable variable in made.Next.Variables)
        {
            if ((variable.Fault ?? variable.Warning) is { } note)
                MonitorLog.VariableRefused(_logger, stream, variable.Name, note);
        }

        ReportLeftOut(made.Next, stream);
        ReportUnwatched(stream, made.Next.LimitFaults);
        long now = _time.NowNs();
        VariablesPayload payload =
            new(now, made.Stream, made.Epoch, made.Sequence, (ulong)made.Next.Set.Revision, changed);
        _coordinator.Derived?.Announce(payload, now, made.Variables.IsReplay);
    }

    private void AddEvents(PlanSwitch made, string stream, string changed)
    {
        string[] faults =
        [
            .. made.Next.Variables.Where(variable => variable.Fault is not null).Select(variable => variable.Name),
        ];
        DashboardEventSeverity severity =
            faults.Length > 0 ? DashboardEventSeverity.Warning : DashboardEventSeverity.Info;
        string text =
            string.Create(CultureInfo.InvariantCulture, $"revision {made.Next.Set.Revision} computes: {changed}")
                + (faults.Length > 0 ? $"; refused: {Names(faults)}" : "");
        _events?.Add(DashboardEventKind.Variables, stream, severity, _time.NowNs(), text);
        if (made.Former is null || made.Former.Set.RunIdentity == made.Next.Set.RunIdentity)
            return;
        string run = made.Next.Set.Run is { } begun ? $"test run {begun.Name} began" : "the test run ended";
        _events?.Add(DashboardEventKind.TestRun, stream, DashboardEventSeverity.Info, _time.NowNs(), run);
    }

    private void ReportLeftOut(VariablePlan plan, string stream)
    {
        if (plan.Derived is not { } derived)
            return;
        int variables = plan.Variables.Count(variable => variable.IsRunning && variable.Points > 0);
        int qualities = derived.Description.AD.Count(channel => channel.Id < 0);
        int values = derived.Description.AD.Length - qualities;
        if (qualities < variables)
            MonitorLog.VariablesNotPublished(_logger, stream, variables, values, qualities);
    }

    private void ReportState(PlanSwitch made, string stream)
    {
        if (made.TakenOver is not { } taken)
            return;
        if (!taken.Restarted.IsEmpty)
        {
            string cause = made.Former is null ? "the saved state is of other formulas, channels or of an earlier test run, or cannot be read"
                : made.Former.Set.RunIdentity != made.Next.Set.RunIdentity
                    ? "a test run began"
                    : "what they depend on was changed";
            MonitorLog.VariablesRestarted(_logger, stream, made.Sequence, made.Epoch, Names(taken.Restarted), cause);
        }

        if (!taken.FromUnknownRun.IsEmpty)
            MonitorLog.VariablesOfUnknownRun(_logger, stream, Names(taken.FromUnknownRun));
        if (made.Former is null)
            _position?.NoteResumed(stream, taken);
    }

    private void ReportUnwatched(string stream, ImmutableArray<UnwatchedLimit> limits)
    {
        foreach (UnwatchedLimit limit in limits.Take(MaxNames))
            MonitorLog.LimitNotWatched(_logger, stream, limit.Text);
        if (limits.Length > MaxNames)
            MonitorLog.LimitNotWatched(_logger, stream, $"{limits.Length - MaxNames} more limits; see /variables");
    }

    private void Note(EvaluationLogEntry entry)
    {
        if (_log.Add(entry) is { } fault)
            MonitorLog.EvaluationLogNotWritten(_logger, fault);
    }

    // Only a convenience for the verbs: a monitor that cannot save it continues.
    private void SaveStreams(PlanSwitch made)
    {
        if (ReferenceEquals(made.Former?.Stream, made.Next.Stream))
            return;
        try
        {
            KnownStreams.Save(
                _folder,
                made.Next.Set.Station,
                _coordinator.Streams().Where(stream => stream.Station == made.Variables.Station)
                    .Select(stream => stream.Description).DistinctBy(stream => stream.Name),
                _watches.All.Count > 1);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            MonitorLog.StreamsNotSaved(_logger, OneLine.Format(e));
        }
    }

    private static string Changes(PlanSwitch made)
    {
        Dictionary<string, long> before =
            made.Former?.Variables.ToDictionary(v => v.Name, v => v.Definition.Revision) ?? [];
        string[] names =
        [
            .. made.Next.Variables
                .Where(v => !before.Remove(v.Name, out long revision) || revision != v.Definition.Revision)
                .Select(v => v.Name),
            .. before.Keys.Select(name => $"{name} (gone)"),
        ];
        return names.Length == 0 ? "no variable changed" : Names(names);
    }

    private static string Names(IReadOnlyCollection<string> names) =>
        string.Join(", ", names.Take(MaxNames))
            + (names.Count > MaxNames ? $" and {names.Count - MaxNames} more" : "");

    private void ReportAlarms(StreamVariables stream)
    {
        while (stream.Alarms.Events.TryTake(out AlarmEvent made))
        {
            Log(stream, made);
            _events?.Add(
                DashboardEventKind.Alarm,
                stream.Label,
                SeverityOf(made),
                made.UtcNs,
                AlarmText.Format(made));
            Tell(stream.Label, made);
            _coordinator.Derived?.Announce(
                AlarmPayloads.From(made, stream.Description.Id), made.UtcNs, stream.IsReplay);
        }

        long lost = stream.Alarms.Events.Dropped;
        if (lost > _lost.GetValueOrDefault(stream))
            MonitorLog.AlarmEventsLost(_logger, stream.Label, lost);
        _lost[stream] = lost;
    }

    private void Tell(string stream, in AlarmEvent made)
    {
        if (_notifier is null)
            return;
        string title = made.Cause switch
        {
            AlarmCause.Raised when made.To is AlarmState.Active => $"alarm: {made.Limit.Variable}",
            AlarmCause.Cleared when _notifier.Options.Cleared => $"alarm over: {made.Limit.Variable}",
            AlarmCause.Acknowledged when _notifier.Options.Acknowledged =>
                $"alarm acknowledged: {made.Limit.Variable}",
            _ => "",
        };
        if (title.Length == 0)
            return;
        NotificationSeverity severity = made.Limit.Severity switch
        {
            LimitSeverity.Watch => NotificationSeverity.Info,
            LimitSeverity.Warning or LimitSeverity.Distress => NotificationSeverity.Warning,
            _ => NotificationSeverity.Critical,
        };
        _notifier.Offer(NotificationKind.Alarm, severity, stream, title, AlarmText.Format(made), made.UtcNs);
    }

    private static DashboardEventSeverity SeverityOf(in AlarmEvent made) =>
        made.To is not (AlarmState.Active or AlarmState.Latched) ? DashboardEventSeverity.Info
            : made.Limit.Severity >= LimitSeverity.Critical ? DashboardEventSeverity.Critical
            : made.Limit.Severity >= LimitSeverity.Warning ? DashboardEventSeverity.Warning
            : DashboardEventSeverity.Info;

    // A value that swings about its limit changes an alarm many times a second, for weeks:
    // the log has one line in a while, everything else the count.
    private void Log(StreamVariables stream, in AlarmEvent made)
    {
        AlarmLines lines = _lines.GetValueOrDefault((stream, made.Limit.Id));
        bool isQuiet = lines.At != 0 && _time.GetElapsedTime(lines.At) < BetweenLines && made.By.Length == 0;
        _lines[(stream, made.Limit.Id)] =
            isQuiet ? lines with { Unsaid = lines.Unsaid + 1 } : new AlarmLines(_time.GetTimestamp(), 0);
        if (isQuiet)
            return;
        string text = lines.Unsaid == 0
            ? AlarmText.Format(made)
            : $"{AlarmText.Format(made)}, after {lines.Unsaid} changes without a line";
        if (made.To is AlarmState.Active or AlarmState.Latched)
            MonitorLog.AlarmActive(_logger, stream.Label, text, made.SampleIndex);
        else
            MonitorLog.AlarmOver(_logger, stream.Label, text, made.SampleIndex);
    }

    private readonly record struct AlarmLines(long At, long Unsaid);
}
