using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;
using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Health;
using SignalMonitor.Notifications;
using SignalMonitor.Notifications.Targets;
using SignalMonitor.OtherMonitors;
using SignalMonitor.Saving;
using SignalMonitor.Tests.CalculatedChannels;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using Testing;

namespace SignalMonitor.Tests.Health;

public sealed class HealthReportTests : IDisposable
{
    private const long Hour = 3_600_000_000_000;
    private readonly ReportRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData(StaleState.Unheard, "stale")]
    [InlineData(StaleState.ConnectorStale, "stale")]
    [InlineData(StaleState.RigStale, "stale")]
    [InlineData(StaleState.Fresh, "ok")]
    public void Status_FollowsStaleness(StaleState state, string expected)
    {
        _rig.State.SetStale(state);

        _rig.Report.Read().Status.ShouldBe(expected);
    }

    [Fact]
    public void Status_OneStreamStale_IsStaleAndNamesIt()
    {
        _rig.State.SetStale(StaleState.Fresh);
        _rig.Stream.Freshness.OnHeartbeat(
            new StreamProgress(1, 1) { Link = LinkState.Offline, LastAcquiredNs = 1 }, null, null, _rig.Time);

        HealthState health = _rig.Report.Read();
        (health.Status, health.Streams[0].Stale).ShouldBe(("stale", StaleState.RigStale));
    }

    [Fact]
    public void Status_PastDeclaredLoss_IsOk()
    {
        _rig.State.SetStale(StaleState.Fresh);
        _rig.Deliver(1, 5);

        _rig.Report.Read().Status.ShouldBe("ok");
    }

    [Fact]
    public void Status_Conflict_IsDegradedWhileItLasts()
    {
        _rig.State.SetStale(StaleState.Fresh);
        _rig.State.Conflicted(1);
        _rig.State.BeInConflict(true);
        _rig.Report.Read().Status.ShouldBe("degraded");
        _rig.State.BeInConflict(false);

        _rig.Report.Read().Status.ShouldBe("ok");
    }

    [Fact]
    public void Status_PositionIsNotSaved_IsDegradedWithTheReasonWhileItLasts()
    {
        PositionStatus position = new(_rig.Time, 0, null);
        position.Note("disk full");
        Health(position: position).ShouldBe(("degraded", "the position is not saved: disk full"));
        position.Note(null);
        position.NoteNotSaved(["stream 1"]).ShouldBeTrue();
        Health(position: position).ShouldBe(("degraded", "not saved with the position: stream 1"));
        position.NoteNotSaved([]).ShouldBeFalse();

        Health(position: position).ShouldBe(("ok", ""));
    }

    [Fact]
    public void Status_DatabaseCannotBeRead_IsDegradedWithTheReason()
    {
        using TemporaryFolder folder = new();
        DatabaseOptions options = new() { Path = folder.File("gone.db") };
        using IVariableRepository repository = VariableDatabase.Open(options, folder.Path, _rig.Time)!;
        VariableWatch watch = new(repository, "lab/rig1", _rig.Time, _ => { });
        watch.Poll();

        using DatabaseWatch database = new(repository, [watch]);
        (string status, string reasons) = Health(variables: new VariableWatches([database]));
        (status, reasons.StartsWith(
            "the database cannot be read: ", StringComparison.Ordinal)).ShouldBe(("degraded", true));
    }

    [Fact]
    public void Status_LimitThatIsNotWatched_IsDegradedWithTheReason()
    {
        using VariableRig variables = new();
        variables.Edit([], VariableRig.Limit("servo9.force", 10), VariableRig.Limit("servo1.force", 10, id: 2));
        Health(coordinator: variables.Coordinator).Status.ShouldBe("ok");
        variables.Next();

        Health(coordinator: variables.Coordinator)
            .ShouldBe(
                ("degraded", "1 limits are not watched: limit 1 (upper of servo9.force): there is no variable or "
                    + "channel servo9.force"));
    }

    [Fact]
    public void Status_LimitOfTheProgramOnARigWithoutItsChannel_IsOk()
    {
        using VariableRig variables = new();
        variables.Edit([], VariableRig.Limit("servo9.force", 10) with { ChangedBy = VariableRepository.SeedAuthor });
        variables.Next();
        Health(coordinator: variables.Coordinator).Status.ShouldBe("ok");
        variables.Edit(
            [], VariableRig.Limit("servo1.force", 10) with { ChangedBy = VariableRepository.SeedAuthor, Unit = "mm" });
        variables.Next();

        Health(coordinator: variables.Coordinator).Status.ShouldBe("degraded");
    }

    [Fact]
    public void Status_LimitWhoseChannelAnotherStreamHas_IsOk()
    {
        using VariableRig first = new();
        using VariableRig second = new(coordinator: first.Coordinator, publisher: Guid.NewGuid());
        second.Description = TestStream.Description with { Servo = [] };
        first.Edit([], VariableRig.Limit("servo1.force", 10));
        second.Next();
        Health(coordinator: first.Coordinator).Status.ShouldBe("degraded");
        first.Next();

        Health(coordinator: first.Coordinator).Status.ShouldBe("ok");
    }

    [Fact]
    public void Status_PositionNotSavedForAMinute_IsDegraded()
    {
        PositionStatus position = new(_rig.Time, 0, null);
        position.Note(null);
        _rig.Time.Advance(TimeSpan.FromSeconds(61));

        Health(position: position).ShouldBe(("degraded", "the position was saved 61 s ago last"));
    }

    [Fact]
    public void Status_DiskNearlyFull_IsDegraded()
    {
        using TemporaryFolder folder = new();
        _rig.State.SetStale(StaleState.Fresh);
        HealthState health = new HealthReport(
            _rig.Connections, _rig.Time, disk: new FreeSpace(new DiskFiles(folder.Path), int.MaxValue)).Read();

        (health.Status, health.Findings.Single().Cause).ShouldBe(("degraded", HealthCause.Disk));
    }

    [Fact]
    public void Status_AuditLogThatCannotBeWritten_IsDegradedUntilItCan()
    {
        using TemporaryFolder folder = new();
        string path = folder.File("audit.jsonl");
        Directory.CreateDirectory(path);
        AuditLog audit = AuditLog.In(folder.Path, _rig.Time);
        audit.Append(AuditOrigin.Monitor.CreateAction("test", "target"));
        _rig.State.SetStale(StaleState.Fresh);
        HealthReport report = new(_rig.Connections, _rig.Time, audit: audit);
        report.Read().Findings.Single().Cause.ShouldBe(HealthCause.Audit);
        Directory.Delete(path);
        audit.Append(AuditOrigin.Monitor.CreateAction("test", "target"));

        report.Read().Status.ShouldBe("ok");
    }

    [Fact]
    public async Task Status_NotificationsThatFail_AreAReason()
    {
        using TemporaryFolder folder = new();
        NotificationOptions options = new() { Webhooks = [new() { Name = "hook", Url = "http://127.0.0.1:1/" }] };
        using Notifier notifier = new(
            TargetFactory.Create(options),
            options,
            new NotificationStore(new DiskFiles(folder.Path)),
            new TargetSettingsStore(new DiskFiles(folder.Path)),
            "monitor1",
            TimeProvider.System,
            NullLogger<Notifier>.Instance);
        await notifier.StartAsync(default);
        notifier.Offer(NotificationKind.Alarm, NotificationSeverity.Critical, "", "a", "b");
        Eventually.True(() => notifier.Status[0].Fault is not null, "the message fails");
        await notifier.StopAsync(default);
        _rig.State.SetStale(StaleState.Fresh);
        HealthState health = new HealthReport(_rig.Connections, _rig.Time, notifier: notifier).Read();

        (health.Status, health.Findings.Single().Cause).ShouldBe(("degraded", HealthCause.Notifications));
    }

    [Fact]
    public void Status_WatchedMonitorGone_IsAReason()
    {
        using OtherMonitorWatch watch = new(
            new WatchOptions { Monitors = [new() { Name = "two", Url = "http://127.0.0.1:1" }] },
            _rig.Time,
            NullLogger<OtherMonitorWatch>.Instance);
        _rig.Time.Advance(TimeSpan.FromSeconds(30));
        _rig.State.SetStale(StaleState.Fresh);
        HealthState health = new HealthReport(_rig.Connections, _rig.Time, others: watch).Read();

        health.Findings.Single().ShouldBe(new HealthReason(
            HealthCause.OtherMonitor,
            "the watched monitor two at http://127.0.0.1:1 is gone since 30 s: no answer"));
    }

    [Fact]
    public void AgeMs_IsSinceTheEndOfTheNewestBlock()
    {
        _rig.Report.AgeMs(_rig.Stream).ShouldBe(-1);
        _rig.Stream.Computed(_rig.Time.NowNs(), _rig.Time);
        _rig.Time.Advance(TimeSpan.FromMilliseconds(42));

        _rig.Report.AgeMs(_rig.Stream).ShouldBe(42);
    }

    [Fact]
    public void Status_ValuesComeLate_IsDegradedWithTheReason()
    {
        Compute(TimeSpan.FromSeconds(24));

        Health().ShouldBe(
            ("degraded", "stream main: values come 24 s late: the network or a machine is too slow for it, or the "
                + "rig's clock is behind"));
    }

    [Fact]
    public void Status_ConnectorsClockAnHourBehind_SaysThatAndNotThatValuesAreLate()
    {
        Compute(TimeSpan.FromHours(1));
        _rig.State.Clock.Estimated(new ClockEstimate(-Hour, 1, 2));

        Health().ShouldBe(
            ("degraded", "stream main: the connector's clock is 3600 s behind this machine's: set one of them"));
    }

    [Fact]
    public void Status_ConnectorsClockAnHourAhead_SaysThatAndNotThatValuesAreLate()
    {
        Compute(-TimeSpan.FromHours(1));
        _rig.State.Clock.Estimated(new ClockEstimate(Hour, 1, 2));

        Health().ShouldBe(
            ("degraded", "stream main: the connector's clock is 3600 s ahead of this machine's: set one of them"));
    }

    [Fact]
    public void Status_RigsClockAnHourAhead_IsDegradedWithTheReason()
    {
        Compute(-TimeSpan.FromHours(1));

        Health().ShouldBe(
            ("degraded", "stream main: its values are 3600 s ahead of this machine's clock: set the rig's clock, or "
                + "this"));
    }

    // Blocks over more than the two seconds of which the latencies are, each computed so long after it was due.
    private void Compute(TimeSpan late)
    {
        const long NsPerTick = 100;
        _rig.Deliver(1);
        for (int i = 0; i < 2; i++)
        {
            _rig.Time.Advance(TimeSpan.FromSeconds(2));
            long due = _rig.Time.NowNs() - (late.Ticks * NsPerTick);
            _rig.Stream.Computed(due, _rig.Time);
            _rig.Connections.All[0].Compute.Latency.Record(_rig.Time.NowNs() - due);
        }
    }

    private (string Status, string Reasons) Health(
        PositionStatus? position = null, VariableWatches? variables = null, VariableCoordinator? coordinator = null)
    {
        _rig.State.SetStale(StaleState.Fresh);
        HealthState health =
            new HealthReport(_rig.Connections, _rig.Time, position, variables, null, coordinator).Read();
        return (health.Status, string.Join("; ", health.Reasons));
    }
}
