using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using SignalMonitor.Breaks;

namespace SignalMonitor.Tests.Breaks;

public sealed class BreakServiceTests : IDisposable
{
    // Each keeps 200 MB, so that there is room for these five and no sixth.
    private const int Triggers = 5;

    private static readonly StreamDescription Renamed = TestStream.Description with
    {
        Servo = [.. TestStream.Description.Servo.Select(channel => channel with
        {
            Columns = [.. channel.Columns.Select(column => column with { Unit = "N" })],
        })],
    };

    private readonly BreakRig _rig = new([.. Enumerable.Range(0, Triggers).Select(number =>
    {
        SignalMonitor.Variables.Definitions.BreakOptions options = BreakRig.Options();
        (options.Name, options.BeforeMs) = ($"b{number}", 100_000);
        return options;
    })]);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Watch_DescriptionChanges_NeedsNoRoomForTwo()
    {
        _rig.Feed(0, 0, 0);
        _rig.Description = Renamed;
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Faults.ShouldBeEmpty();
        _rig.Stream.Watches.Active.Select(watch => watch.Plan.Channel.Unit).ShouldBe(Enumerable.Repeat("N", Triggers));
        _rig.Service.Watches().Length.ShouldBe(Triggers);
    }

    [Fact]
    public void Watch_FormerOnesAreNotWrittenYet_IsTriedAgainOnceTheyAre()
    {
        _rig.Feed(100, 100, 100, 40, 0, 0);
        BreakWatch[] former = [.. _rig.Stream.Watches.Active];
        _rig.Description = Renamed;
        _rig.Feed(0, 0, 0);
        _rig.Stream.Watches.Faults.Length.ShouldBe(Triggers);
        BreakWatches refused = _rig.Stream.Watches;
        _rig.Feed(0, 0, 0);
        _rig.Stream.Watches.ShouldBeSameAs(refused);

        foreach (BreakWatch watch in former)
        {
            watch.Samples.TryTake(out _).ShouldBeTrue();
            watch.Samples.Release();
        }

        _rig.Service.Tidy();
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Faults.ShouldBeEmpty();
        _rig.Stream.Watches.Active.Length.ShouldBe(Triggers);
    }

    [Fact]
    public void Watch_MemoryIsHeldByARetiredStream_IsTriedAgainOnceThatEnds()
    {
        using StreamBreaks past = _rig.Service.NewStream(Guid.NewGuid(), TestStream.Id, "main");
        CDataBlock block = TestStream.Block();
        block.Channel(BlockGroup.Servo, 0).Sensor(0).Clear();
        past.Process(block, new(), TestStream.Description, 0, 0);
        _rig.Feed(0, 0, 0);
        _rig.Stream.Watches.Faults.Length.ShouldBe(Triggers);

        past.Retire(true);
        past.Idle(TimeSpan.Zero);
        past.Idle(TimeSpan.FromSeconds(2));
        _rig.Service.Tidy();
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Faults.ShouldBeEmpty();
        _rig.Service.Watches().ShouldBe(_rig.Stream.Watches.Active);
    }
}
