using FuncLibs.Delivery;
using FuncLibs.Timing;
using FuncLibs.Wire.Broadcast;
using SignalMonitor.Hosting;

namespace SignalMonitor.Tests.Hosting;

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
        _rig.State.Become(state);

        _rig.Report.Read().Status.ShouldBe(expected);
    }

    [Fact]
    public void Status_OneStreamStale_IsStaleAndNamesIt()
    {
        _rig.State.Become(StaleState.Fresh);
        _rig.Stream.Freshness.OnHeartbeat(new StreamProgress(1, 1) { Link = LinkState.Offline, LastAcquiredNs = 1 }, null, null, _rig.Time);

        HealthState health = _rig.Report.Read();
        (health.Status, health.Streams[0].Stale).ShouldBe(("stale", StaleState.RigStale));
    }

    [Fact]
    public void Status_PastDeclaredLoss_IsOk()
    {
        _rig.State.Become(StaleState.Fresh);
        _rig.Deliver(1, 5);

        _rig.Report.Read().Status.ShouldBe("ok");
    }

    [Fact]
    public void Status_Conflict_IsDegradedWhileItLasts()
    {
        _rig.State.Become(StaleState.Fresh);
        _rig.State.Conflicted(1);
        _rig.State.BeInConflict(true);
        _rig.Report.Read().Status.ShouldBe("degraded");
        _rig.State.BeInConflict(false);

        _rig.Report.Read().Status.ShouldBe("ok");
    }

    [Fact]
    public void AgeMs_IsSinceTheEndOfTheNewestBlock()
    {
        _rig.Report.AgeMs(_rig.Stream).ShouldBe(-1);
        _rig.Stream.Computed(_rig.Time.NowNs(), _rig.Time);
        _rig.Time.Advance(TimeSpan.FromMilliseconds(42));

        _rig.Report.AgeMs(_rig.Stream).ShouldBe(42);
    }
}
