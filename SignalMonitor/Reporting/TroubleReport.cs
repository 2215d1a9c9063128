using System.Globalization;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.Logging;
using SignalMonitor.Connections;
using SignalMonitor.Health;
using SignalMonitor.Logging;
using SignalMonitor.Notifications;
using SignalMonitor.Variables;

namespace SignalMonitor.Reporting;

/// <summary>
/// Looks at health once a second. A cause that lasts is logged and told, and so is its end; a test that stands or ends
/// is told. Of a cause that comes and goes there is one line in a minute.
/// </summary>
internal sealed class TroubleReport : PeriodicReport
{
    private static readonly TimeSpan BetweenLines = TimeSpan.FromMinutes(1);

    private readonly HealthReport _health;
    private readonly MonitorConnections _connections;
    private readonly TimeProvider _time;
    private readonly ILogger<TroubleReport> _logger;
    private readonly Notifier? _notifier;
    private readonly VariableWatches? _variables;
    private readonly TimeSpan _after;
    private readonly Dictionary<string, TestWatch> _tests = [];
    private readonly TimeSpan _stopped;
    private readonly Dictionary<HealthCause, Trouble> _troubles = [];
    private readonly Dictionary<HealthCause, long> _toldAt = [];

    public TroubleReport(
        HealthReport health,
        MonitorConnections connections,
        NotificationOptions options,
        TimeProvider time,
        ILogger<TroubleReport> logger,
        Notifier? notifier = null,
        VariableWatches? variables = null)
        : base(time, EverySecond)
    {
        (_health, _connections, _time, _logger) = (health, connections, time, logger);
        (_notifier, _variables) = (notifier, variables);
        _after = TimeSpan.FromSeconds(options.TroubleSeconds);
        _stopped = TimeSpan.FromSeconds(options.StoppedSeconds);
    }

    /// <inheritdoc/>
    public override void Update()
    {
        foreach (VariableWatch watch in _variables?.All ?? [])
            LookAtTest(watch);
        HealthReason[] reasons = [.. _health.Read().Findings];
        foreach (IGrouping<HealthCause, HealthReason> cause in reasons.GroupBy(reason => reason.Cause))
            Look(cause.Key, string.Join("; ", cause.Select(reason => reason.Text)));
        foreach (HealthCause over in _troubles.Keys.Except(reasons.Select(reason => reason.Cause)).ToArray())
            End(over);
    }

    // Blocks of its own station: a rig that stands is not hidden by others that run.
    private void LookAtTest(VariableWatch watch)
    {
        if (!_tests.TryGetValue(watch.Station, out TestWatch? test))
            _tests.Add(watch.Station, test = new TestWatch(_stopped, _time));
        long blocks = _connections.All
            .Where(connection => connection.Station.Length == 0 || connection.Station == watch.Station)
            .Sum(connection => connection.Receive.Streams.All.ToArray().Sum(stream => stream.Account().Delivered));
        if (test.Look(watch.Status.Set?.Run?.Name, blocks) is { } change)
            Tell(change, _variables!.All.Count > 1 ? watch.Station : "");
    }

    private void Look(HealthCause cause, string text)
    {
        Trouble trouble = _troubles.GetValueOrDefault(cause) ?? new Trouble(_time.GetTimestamp(), text, false);
        _troubles[cause] = trouble with { Text = text };
        bool isRecent = _toldAt.TryGetValue(cause, out long at) && _time.GetElapsedTime(at) < BetweenLines;
        if (trouble.IsTold || isRecent || _time.GetElapsedTime(trouble.Since) < _after)
            return;
        _troubles[cause] = new Trouble(trouble.Since, text, true);
        _toldAt[cause] = _time.GetTimestamp();
        MonitorLog.TroubleBegan(_logger, text);
        Offer(NotificationKind.Trouble, TroubleTexts.SeverityOf(cause), TroubleTexts.TitleOf(cause), text);
    }

    private void End(HealthCause cause)
    {
        _troubles.Remove(cause, out Trouble? trouble);
        if (trouble is not { IsTold: true })
            return;
        MonitorLog.TroubleOver(_logger, trouble.Text);
        Offer(
            NotificationKind.Trouble,
            NotificationSeverity.Info,
            $"over: {TroubleTexts.TitleOf(cause)}",
            trouble.Text);
    }

    private void Tell(TestChange change, string station)
    {
        (NotificationSeverity severity, string title, string text) = change.State switch
        {
            TestState.Stopped => (
                NotificationSeverity.Critical,
                "the test stands",
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"no block for {change.Silent.TotalSeconds:F0} s while test run {change.Run} is open")),
            TestState.GoesOn => (
                NotificationSeverity.Info, "the test goes on", $"blocks of test run {change.Run} come again"),
            _ => (NotificationSeverity.Info, "the test ended", $"test run {change.Run} was stopped"),
        };
        _notifier?.Offer(NotificationKind.Test, severity, station, title, text);
    }

    private void Offer(NotificationKind kind, NotificationSeverity severity, string title, string text) =>
        _notifier?.Offer(kind, severity, "", title, text);

    private sealed record Trouble(long Since, string Text, bool IsTold);
}
