using FuncLibs.Messaging.Delivery;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Dashboard.Overview;
using SignalMonitor.Tests.Health;

namespace SignalMonitor.Tests.Dashboard.Overview;

public sealed class OverviewHttpTests : IDisposable
{
    private readonly ReportRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData(StaleState.Fresh, "live")]
    [InlineData(StaleState.RigStale, "stale")]
    [InlineData(StaleState.ConnectorStale, "missing")]
    public void Read_Freshness_IsTheStateOfTheTile(StaleState freshness, string state)
    {
        _rig.State.SetStale(freshness);
        _rig.Deliver(1, 2, 3);

        OverviewRig tile = Read();
        (tile.Stream, tile.State, tile.Delivered, tile.Lost).ShouldBe(("main", state, 3, 0));
    }

    [Fact]
    public void Read_AgeOfTheNewestBlock_IsThatOfItsEnd()
    {
        _rig.State.SetStale(StaleState.Fresh);
        _rig.Stream.Computed(_rig.Time.NowNs(), _rig.Time);
        _rig.Time.Advance(TimeSpan.FromSeconds(2));

        Read().AgeMs.ShouldBe(2000);
    }

    private OverviewRig Read() =>
        new OverviewHttp(_rig.Connections, _rig.Time).Read().Rigs.ShouldHaveSingleItem();
}
