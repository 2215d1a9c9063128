using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Health;
using SignalMonitor.Saving;
using SignalMonitor.Tests.CalculatedChannels;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using Testing;

namespace SignalMonitor.Tests.Health;

public sealed class HealthReportTests : IDisposable
{
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

        (string status, string reasons) = Health(variables: watch);
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
    public void AgeMs_IsSinceTheEndOfTheNewestBlock()
    {
        _rig.Report.AgeMs(_rig.Stream).ShouldBe(-1);
        _rig.Stream.Computed(_rig.Time.NowNs(), _rig.Time);
        _rig.Time.Advance(TimeSpan.FromMilliseconds(42));

        _rig.Report.AgeMs(_rig.Stream).ShouldBe(42);
    }

    private (string Status, string Reasons) Health(
        PositionStatus? position = null, VariableWatch? variables = null, VariableCoordinator? coordinator = null)
    {
        _rig.State.SetStale(StaleState.Fresh);
        HealthState health =
            new HealthReport(_rig.Connections, _rig.Time, position, variables, null, coordinator).Read();
        return (health.Status, string.Join("; ", health.Reasons));
    }
}
