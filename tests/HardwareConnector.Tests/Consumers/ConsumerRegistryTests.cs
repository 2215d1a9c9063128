using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Consumers;
using Testing;

namespace HardwareConnector.Tests.Consumers;

public sealed class ConsumerRegistryTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly ConsumerRegistryRig _rig;

    public ConsumerRegistryTests()
    {
        _rig = new ConsumerRegistryRig(_folder.Path);
        _rig.Publish(1000);
    }

    private ConsumerView Only => _rig.Registry.All.Single();

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Hello_WithoutStatus_IsUnreported()
    {
        SendHello(1, "viewer", ConsumerClass.Live);
        _rig.Time.Advance(TimeSpan.FromHours(1));

        (Only.Name, Only.Class, Only.State).ShouldBe(("viewer", ConsumerClass.Live, ConsumerState.Unreported));
    }

    [Fact]
    public void Report_AtTheEnd_IsKeeping()
    {
        SendHello(1, "plotter");
        _rig.Report(1, 1000);

        (Only.State, Only.Cpu, Only.Streams.Single().Delivered).ShouldBe((ConsumerState.Keeping, 0.5, 1000UL));
    }

    [Theory]
    [InlineData(900, 0, ConsumerState.Keeping)]
    [InlineData(899, 0, ConsumerState.Slow)]
    [InlineData(1000, 101, ConsumerState.Slow)]
    public void Report_BehindByMoreThanASecondOfBlocks_IsSlow(ulong delivered, ulong saysLag, ConsumerState expected)
    {
        SendHello(1, "plotter");
        _rig.Report(1, delivered, saysLag);

        Only.State.ShouldBe(expected);
    }

    [Fact]
    public void Report_DroppedGrows_IsSlowForTenSeconds()
    {
        SendHello(1, "plotter");
        _rig.Report(1, 1000, dropped: 7);
        Only.State.ShouldBe(ConsumerState.Keeping);
        _rig.Report(1, 1000, dropped: 8);
        Only.State.ShouldBe(ConsumerState.Slow);

        for (int second = 0; second < 10; second++)
        {
            _rig.Time.Advance(TimeSpan.FromSeconds(1));
            _rig.Report(1, 1000, dropped: 8);
        }

        Only.State.ShouldBe(ConsumerState.Keeping);
    }

    [Fact]
    public void Report_ThenSilence_IsGoneAfterFiveSeconds()
    {
        SendHello(1, "plotter");
        _rig.Report(1, 1000);
        _rig.Time.Advance(TimeSpan.FromSeconds(4.9));
        Only.State.ShouldBe(ConsumerState.Keeping);
        _rig.Time.Advance(TimeSpan.FromSeconds(0.1));

        Only.State.ShouldBe(ConsumerState.Gone);
        _rig.Report(1, 1000);
        Only.State.ShouldBe(ConsumerState.Keeping);
    }

    [Fact]
    public void Leave_RemovesThePeerButItsLeaseStays()
    {
        SendHello(1, "plotter");
        _rig.Report(1, 400);
        _rig.Registry.Remove(ConsumerRegistryRig.Peer(1));

        _rig.Registry.All.ShouldBeEmpty();
        _rig.Claims.Single().Delivered.ShouldBe(400UL);
    }

    [Fact]
    public void Report_OfALosslessConsumer_LeasesWhereItWasTenSecondsAgo()
    {
        SendHello(1, "plotter");
        for (ulong second = 0; second < 30; second++)
        {
            _rig.Report(1, 100 + second);
            ulong claimed = _rig.Claims.Single().Delivered;
            claimed.ShouldBe(second < 10 ? 100UL : second < 20 ? 100UL : 110UL);
            _rig.Time.Advance(TimeSpan.FromSeconds(1));
        }
    }

    [Fact]
    public void Report_BackWithAnOlderPosition_LeasesThatAtOnce()
    {
        SendHello(1, "plotter");
        _rig.Report(1, 900);
        SendHello(2, "plotter");
        _rig.Report(2, 880);

        _rig.Claims.Single().Delivered.ShouldBe(880UL);
    }

    [Theory]
    [InlineData("viewer", ConsumerClass.Live)]
    [InlineData("bad\nname", ConsumerClass.Lossless)]
    [InlineData("", ConsumerClass.Lossless)]
    public void Report_LiveOrWithoutAProperName_LeasesNothing(string name, ConsumerClass consumer)
    {
        SendHello(1, name, consumer);
        _rig.Report(1, 1000);

        _rig.Claims.ShouldBeEmpty();
        Only.State.ShouldBe(ConsumerState.Keeping);
        Only.Name.ShouldAllBe(c => c >= ' ' && c < '\x7f');
    }

    [Fact]
    public void Report_WithoutAnEpoch_IsShownAndLeasesNothing()
    {
        SendHello(1, "old");
        _rig.Report(1, 1000, lag: 3, epoch: 0);

        (Only.Streams.Single().Lag, _rig.Claims.Count).ShouldBe((3UL, 0));
    }

    [Fact]
    public void Report_OfAnEarlierEpoch_IsALease()
    {
        SendHello(1, "plotter");
        _rig.Report(1, 77, epoch: _rig.Identity.Epoch - 1);

        (_rig.Claims.Single().Epoch, _rig.Claims.Single().Delivered).ShouldBe((_rig.Identity.Epoch - 1, 77UL));
    }

    [Fact]
    public void Report_OfTheFuture_IsIgnored()
    {
        SendHello(1, "liar");
        _rig.Report(1, 1001);
        _rig.Report(1, 1, epoch: _rig.Identity.Epoch + 1);
        _rig.Report(1, ulong.MaxValue, lag: ulong.MaxValue, epoch: ulong.MaxValue);

        (_rig.Registry.Ignored, _rig.Claims.Count, Only.State).ShouldBe((3L, 0, ConsumerState.Unreported));
    }

    [Fact]
    public void Report_AbsurdNumbers_AreShownAndHarmNothing()
    {
        SendHello(1, "liar");
        _rig.Registry.Report(
            ConsumerRegistryRig.Peer(1),
            new ConsumerStatus(1, 0, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, double.NaN, _rig.Identity.Epoch));

        (Only.State, Only.Cpu, Only.Streams.Single().Lag).ShouldBe((ConsumerState.Slow, 0.0, ulong.MaxValue));
    }

    [Theory]
    [InlineData(0u)]
    [InlineData(2u)]
    [InlineData(uint.MaxValue)]
    public void Report_UnknownStream_IsIgnored(uint stream)
    {
        SendHello(1, "plotter");
        _rig.Registry.Report(
            ConsumerRegistryRig.Peer(1), new ConsumerStatus(stream, 1, 0, 0, 0, 0, _rig.Identity.Epoch));

        (_rig.Registry.Ignored, Only.Streams.Count).ShouldBe((1L, 0));
    }

    [Fact]
    public void Report_OfAnUnknownPeer_IsIgnored()
    {
        _rig.Report(1, 1000);

        (_rig.Registry.Ignored, _rig.Registry.All.Count).ShouldBe((1L, 0));
    }

    [Fact]
    public void Hello_SecondOfTheSameName_TakesItOver()
    {
        SendHello(1, "plotter");
        _rig.Report(1, 1000);
        SendHello(2, "plotter");
        _rig.Report(1, 1000);

        (_rig.Registry.All.Count, _rig.Registry.Ignored, Only.State).ShouldBe((1, 1L, ConsumerState.Unreported));
        _rig.Registry.Replaced.ShouldBe(1);
    }

    [Fact]
    public void Hello_TenThousandPeers_AreBoundedAndTheReportingOneStays()
    {
        SendHello(0, "plotter");
        _rig.Report(0, 1000);
        for (int i = 1; i <= 10_000; i++)
        {
            _rig.Time.Advance(TimeSpan.FromMicroseconds(100));
            SendHello(i, $"peer{i}");
        }

        _rig.Registry.All.Count.ShouldBe(ConsumerRegistry.MaxConsumers);
        _rig.Registry.All.Single(consumer => consumer.Name == "plotter").State.ShouldBe(ConsumerState.Keeping);
    }

    [Fact]
    public void Hello_AllPeersAreAlive_TheNewOneIsServedAndNotRegistered()
    {
        for (int i = 0; i < ConsumerRegistry.MaxConsumers; i++)
        {
            SendHello(i, $"peer{i}");
            _rig.Report(i, 1000);
        }

        SendHello(1000, "late");
        (_rig.Registry.Untracked, _rig.Registry.All.Any(consumer => consumer.Name == "late")).ShouldBe((1L, false));
        _rig.Time.Advance(ConsumerEntry.GoneAfter);
        SendHello(1000, "late");

        _rig.Registry.All.ShouldContain(consumer => consumer.Name == "late");
    }

    private void SendHello(int peer, string name, ConsumerClass consumer = ConsumerClass.Lossless) =>
        _rig.Registry.Register(ConsumerRegistryRig.Peer(peer), name, consumer);
}
