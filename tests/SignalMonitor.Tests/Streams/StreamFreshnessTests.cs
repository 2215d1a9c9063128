using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Tests.Receiving;

namespace SignalMonitor.Tests.Streams;

public sealed class StreamFreshnessTests : IDisposable
{
    private readonly IntakeRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData(StaleState.Fresh)]
    [InlineData(StaleState.RigStale)]
    [InlineData(StaleState.ConnectorStale)]
    [InlineData(StaleState.Unheard)]
    public void In_NoEntryForTheStream_IsThatOfTheWhole(StaleState whole)
    {
        _rig.Data(1);
        _rig.Heartbeat(1);

        _rig.Stream.Freshness.Own.ShouldBeNull();
        _rig.Stream.Freshness.In(whole).ShouldBe(whole);
    }

    [Fact]
    public void In_AnotherRigIsOffline_IsFreshByItsOwnLink()
    {
        _rig.Data(1);
        Beat(LinkState.Online, whole: LinkState.Offline);

        _rig.Staleness.State.ShouldBe(StaleState.RigStale);
        _rig.Stream.Freshness.In(_rig.Staleness.State).ShouldBe(StaleState.Fresh);
    }

    [Fact]
    public void In_OwnRigIsOffline_IsStaleHoweverTheWholeIs()
    {
        _rig.Data(1);
        Beat(LinkState.Offline, whole: LinkState.Online);

        _rig.Stream.Freshness.In(StaleState.Fresh).ShouldBe(StaleState.RigStale);
    }

    [Fact]
    public void In_ConnectorIsSilent_IsStaleWithAllOthers()
    {
        _rig.Data(1);
        Beat(LinkState.Online, whole: LinkState.Online);

        _rig.Stream.Freshness.In(StaleState.ConnectorStale).ShouldBe(StaleState.ConnectorStale);
    }

    [Fact]
    public void In_ConnectorOfAnEarlierVersionTakesOver_IsThatOfTheWholeAgain()
    {
        _rig.Data(1);
        Beat(LinkState.Offline, whole: LinkState.Offline);
        _rig.Heartbeat(1);

        _rig.Stream.Freshness.In(StaleState.Fresh).ShouldBe(StaleState.Fresh);
    }

    [Theory]
    [InlineData(100, 1100, StaleState.RigStale)]
    [InlineData(1, 2900, StaleState.Fresh)]
    [InlineData(1, 3000, StaleState.RigStale)]
    public void In_NewestBlockOld_HasThreeBlocksAndAtLeastASecond(int blocksPerSecond, long ageMs, StaleState expected)
    {
        _rig.Catalogue(
            1, TestStream.Description with { BaseRateHz = blocksPerSecond * TestStream.Description.PointsPerBlock });
        _rig.Data(1);
        Beat(LinkState.Online, LinkState.Online, ageMs);

        _rig.Stream.Freshness.In(StaleState.Fresh).ShouldBe(expected);
    }

    [Theory]
    [InlineData(1e-12)]
    [InlineData(2e-5)]
    public void In_SlowestRates_EndNoThread(double rateHz)
    {
        _rig.Catalogue(1, TestStream.Description with { BaseRateHz = rateHz });
        _rig.Data(1);
        Beat(LinkState.Online, LinkState.Online, ageMs: 100_000);

        _rig.Stream.Freshness.In(StaleState.Fresh).ShouldBe(rateHz < 1e-5 ? StaleState.RigStale : StaleState.Fresh);
    }

    private void Beat(LinkState own, LinkState whole, long ageMs = 0) =>
        _rig.Heartbeat(1, link: whole, own: (own, ageMs));
}
