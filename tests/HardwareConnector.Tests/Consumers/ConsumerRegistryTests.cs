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

    private ConsumerView Only => _rig.Book.All.Single();

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Greet_WithoutStatus_IsUnreported()
    {
        Greet(1, "viewer", ConsumerClass.Live);
        _rig.Time.Advance(TimeSpan.FromHours(1));

        (Only.Name, Only.Class, Only.State).ShouldBe(("viewer", ConsumerClass.Live, ConsumerState.Unreported));
    }

    [Fact]
    public void Report_AtTheEnd_IsKeeping()
    {
        Greet(1, "plotter");
        _rig.Report(1, 1000);

        (Only.State, Only.Cpu, Only.Streams.Single().Delivered).ShouldBe((ConsumerState.Keeping, 0.5, 1000UL));
    }

    [Theory]
    [InlineData(900, 0, ConsumerState.Keeping)]
    [InlineData(899, 0, ConsumerState.Slow)]
    [InlineData(1000, 101, ConsumerState.Slow)]
    public void Report_BehindByMoreThanASecondOfBlocks_IsSlow(ulong delivered, ulong saysLag, ConsumerState expected)
    {
        Greet(1, "plotter");
        _rig.Report(1, delivered, saysLag);

        Only.State.ShouldBe(expected);
    }

    [Fact]
    public void Report_DroppedGrows_IsSlowForTenSeconds()
    {
        Greet(1, "plotter");
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
        Greet(1, "plotter");
        _rig.Report(1, 1000);
        _rig.Time.Advance(TimeSpan.FromSeconds(4.9));
        Only.State.ShouldBe(ConsumerState.Keeping);
        _rig.Time.Advance(TimeSpan.FromSeconds(0.1));

        Only.State.ShouldBe(ConsumerState.Gone);
        _rig.Report(1, 1000);
        Only.State.ShouldBe(ConsumerState.Keeping);
    }

    [Fact]
    public void Leave_IsForgottenButItsClaimStays()
    {
        Greet(1, "plotter");
        _rig.Report(1, 400);
        _rig.Book.Remove(ConsumerRegistryRig.Peer(1));

        _rig.Book.All.ShouldBeEmpty();
        _rig.Claims.Single().Delivered.ShouldBe(400UL);
    }

    [Fact]
    public void Report_OfALosslessConsumer_ClaimsWhereItWasTenSecondsAgo()
    {
        Greet(1, "plotter");
        for (ulong second = 0; second < 30; second++)
        {
            _rig.Report(1, 100 + second);
            ulong claimed = _rig.Claims.Single().Delivered;
            claimed.ShouldBe(second < 10 ? 100UL : second < 20 ? 100UL : 110UL);
            _rig.Time.Advance(TimeSpan.FromSeconds(1));
        }
    }

    [Fact]
    public void Report_BackWithAnOlderPosition_ClaimsThatAtOnce()
    {
        Greet(1, "plotter");
        _rig.Report(1, 900);
        Greet(2, "plotter");
        _rig.Report(2, 880);

        _rig.Claims.Single().Delivered.ShouldBe(880UL);
    }

    [Theory]
    [InlineData("viewer", ConsumerClass.Live)]
    [InlineData("bad\nname", ConsumerClass.Lossless)]
    [InlineData("", ConsumerClass.Lossless)]
    public void Report_LiveOrWithoutAProperName_ClaimsNothing(string name, ConsumerClass consumer)
    {
        Greet(1, name, consumer);
        _rig.Report(1, 1000);

        _rig.Claims.ShouldBeEmpty();
        Only.State.ShouldBe(ConsumerState.Keeping);
        Only.Name.ShouldAllBe(c => c >= ' ' && c < '\x7f');
    }

    [Fact]
    public void Report_WithoutAnEpoch_IsShownAndClaimsNothing()
    {
        Greet(1, "old");
        _rig.Report(1, 1000, lag: 3, epoch: 0);

        (Only.Streams.Single().Lag, _rig.Claims.Count).ShouldBe((3UL, 0));
    }

    [Fact]
    public void Report_OfAnEarlierEpoch_Claims()
    {
        Greet(1, "plotter");
        _rig.Report(1, 77, epoch: _rig.Identity.Epoch - 1);

        (_rig.Claims.Single().Epoch, _rig.Claims.Single().Delivered).ShouldBe((_rig.Identity.Epoch - 1, 77UL));
    }

    [Fact]
    public void Report_OfTheFuture_IsIgnored()
    {
        Greet(1, "liar");
        _rig.Report(1, 1001);
        _rig.Report(1, 1, epoch: _rig.Identity.Epoch + 1);
        _rig.Report(1, ulong.MaxValue, lag: ulong.MaxValue, epoch: ulong.MaxValue);

        (_rig.Book.Ignored, _rig.Claims.Count, Only.State).ShouldBe((3L, 0, ConsumerState.Unreported));
    }

    [Fact]
    public void Report_AbsurdNumbers_AreShownAndHarmNothing()
    {
        Greet(1, "liar");
        _rig.Book.Report(
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
        Greet(1, "plotter");
        _rig.Book.Report(ConsumerRegistryRig.Peer(1), new ConsumerStatus(stream, 1, 0, 0, 0, 0, _rig.Identity.Epoch));

        (_rig.Book.Ignored, Only.Streams.Count).ShouldBe((1L, 0));
    }

    [Fact]
    public void Report_OfAStranger_IsIgnored()
    {
        _rig.Report(1, 1000);

        (_rig.Book.Ignored, _rig.Book.All.Count).ShouldBe((1L, 0));
    }

    [Fact]
    public void Greet_SecondOfTheSameName_TakesItOver()
    {
        Greet(1, "plotter");
        _rig.Report(1, 1000);
        Greet(2, "plotter");
        _rig.Report(1, 1000);

        (_rig.Book.All.Count, _rig.Book.Ignored, Only.State).ShouldBe((1, 1L, ConsumerState.Unreported));
        _rig.Book.Replaced.ShouldBe(1);
    }

    [Fact]
    public void Greet_TenThousandPeers_AreBoundedAndTheReportingOneStays()
    {
        Greet(0, "plotter");
        _rig.Report(0, 1000);
        for (int i = 1; i <= 10_000; i++)
        {
            _rig.Time.Advance(TimeSpan.FromMicroseconds(100));
            Greet(i, $"peer{i}");
        }

        _rig.Book.All.Count.ShouldBe(ConsumerRegistry.MaxConsumers);
        _rig.Book.All.Single(consumer => consumer.Name == "plotter").State.ShouldBe(ConsumerState.Keeping);
    }

    [Fact]
    public void Greet_AllAreAlive_TheNewOneIsServedAndNotKeptInMind()
    {
        for (int i = 0; i < ConsumerRegistry.MaxConsumers; i++)
        {
            Greet(i, $"peer{i}");
            _rig.Report(i, 1000);
        }

        Greet(1000, "late");
        (_rig.Book.Untracked, _rig.Book.All.Any(consumer => consumer.Name == "late")).ShouldBe((1L, false));
        _rig.Time.Advance(ConsumerEntry.GoneAfter);
        Greet(1000, "late");

        _rig.Book.All.ShouldContain(consumer => consumer.Name == "late");
    }

    private void Greet(int peer, string name, ConsumerClass consumer = ConsumerClass.Lossless) =>
        _rig.Book.Register(ConsumerRegistryRig.Peer(peer), name, consumer);
}
