using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Delivery;
using SignalMonitor.Computation;
using SignalMonitor.Receiving;
using SignalMonitor.Streams;
using Testing;

namespace SignalMonitor.Tests.Receiving;

/// <summary>What happens to frames whose catalogue is not known yet.</summary>
public sealed class FrameHoldingTests : IDisposable
{
    private readonly IntakeRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Receive_UnknownRevision_IsHeldUntilItsCatalogueComes()
    {
        _rig.Data(1).ShouldBeTrue();
        _rig.Intake.WantsCatalogue.ShouldBeTrue();
        _rig.Feed.Ring.Count.ShouldBe(0);
        _rig.Catalogue(1);
        _rig.Intake.ReleaseHeld(default);
        _rig.RunCompute();

        _rig.Intake.WantsCatalogue.ShouldBeFalse();
        UnitOf("servo1.force").ShouldBe("kN");
    }

    [Fact]
    public void Receive_FrameBehindAHeldOne_WaitsToo()
    {
        _rig.Catalogue(1);
        _rig.Data(1, revision: 2);
        _rig.Data(2, revision: 1);
        _rig.Intake.ReleaseHeld(default);
        _rig.Feed.Ring.Count.ShouldBe(0);
        _rig.Catalogue(2);
        _rig.Intake.ReleaseHeld(default);
        _rig.RunCompute();

        _rig.Stream.Board!.Read().Sequence.ShouldBe(2UL);
    }

    [Fact]
    public void Receive_ChangedRevision_IsDecodedWithItsOwn()
    {
        _rig.Catalogue(1);
        _rig.Data(1);
        _rig.RunCompute();
        _rig.Data(2, revision: 2);
        _rig.Catalogue(2, WithUnit("V"));
        _rig.Intake.ReleaseHeld(default);
        _rig.RunCompute();

        UnitOf("ad1").ShouldBe("V");
    }

    [Fact]
    public void Receive_SameDescriptionUnderANewRevision_KeepsTheBoard()
    {
        _rig.Catalogue(1);
        _rig.Data(1);
        _rig.RunCompute();
        LiveBoard board = _rig.Stream.Board!;
        _rig.Catalogue(2);
        _rig.Data(2, revision: 2);
        _rig.RunCompute();

        _rig.Stream.Board.ShouldBeSameAs(board);
    }

    [Fact]
    public void ReleaseHeld_HalfASecond_GivesUpAndShowsDefaultNames()
    {
        _rig.Data(1);
        _rig.Time.Advance(TimeSpan.FromMilliseconds(499));
        _rig.Intake.ReleaseHeld(default);
        _rig.Feed.Ring.Count.ShouldBe(0);
        _rig.Time.Advance(TimeSpan.FromMilliseconds(1));
        _rig.Intake.ReleaseHeld(default);
        _rig.RunCompute();

        _rig.Stream.Board!.Plan.Signals.ShouldContain(signal => signal.Name == "servo1.s1");
        _rig.Stream.Account().Delivered.ShouldBe(1);
    }

    [Fact]
    public void GiveUpCatalogue_TheOneThatIsWaitedFor_EndsTheWaitAtOnce()
    {
        _rig.Data(1);
        _rig.Intake.WantedRevision.ShouldBe(1U);
        _rig.Intake.GiveUpCatalogue(7);
        _rig.Intake.ReleaseHeld(default);
        _rig.Feed.Ring.Count.ShouldBe(0);
        _rig.Intake.GiveUpCatalogue(1);
        _rig.Intake.ReleaseHeld(default);

        _rig.Feed.Ring.Count.ShouldBe(1);
        _rig.Intake.WantedRevision.ShouldBeNull();
    }

    [Fact]
    public void ReleaseHeld_FramesOfTwoOldRevisions_EachIsDescribedByItsOwn()
    {
        _rig.Catalogue(3);
        _rig.Data(1, revision: 1);
        _rig.Data(2, revision: 2);
        _rig.Intake.WantedRevision.ShouldBe(1U);
        _rig.Catalogue(1, WithUnit("mV"));
        _rig.Intake.ReleaseHeld(default);
        _rig.Intake.WantedRevision.ShouldBe(2U);
        _rig.RunCompute();
        UnitOf("ad1").ShouldBe("mV");
        _rig.Catalogue(2, WithUnit("V"));
        _rig.Intake.ReleaseHeld(default);
        _rig.RunCompute();

        UnitOf("ad1").ShouldBe("V");
    }

    [Fact]
    public void ReleaseHeld_FramesOutOfTheJournal_WaitForTheAnswerBehindThem()
    {
        using var rig = new IntakeRig(GapPolicy.Replay);
        rig.Catalogue(2);
        rig.Data(1, revision: 2);
        rig.Data(HeldFrames.Capacity + 3, revision: 2);
        for (ulong sequence = 2; sequence < HeldFrames.Capacity + 3; sequence++)
            rig.Data(IntakeRig.DataHeader(sequence, revision: 1), isReplay: true);
        rig.Time.Advance(HeldFrames.Limit);
        rig.Intake.ReleaseHeld(default);
        rig.Feed.Ring.Count.ShouldBe(1);
        rig.Time.Advance(HeldFrames.ReplayLimit);
        rig.Intake.ReleaseHeld(default);

        rig.Feed.Ring.Count.ShouldBe(HeldFrames.Capacity + 3);
    }

    [Fact]
    public void ReleaseHeld_RevisionGivenUp_LetsLaterFramesThroughAtOnce()
    {
        _rig.Data(1);
        _rig.Time.Advance(HeldFrames.Limit);
        _rig.Data(2);
        _rig.Intake.ReleaseHeld(default);
        _rig.Feed.Ring.Count.ShouldBe(2);
        _rig.Data(3);

        _rig.Feed.Ring.Count.ShouldBe(3);
        _rig.Intake.WantsCatalogue.ShouldBeFalse();
    }

    [Fact]
    public void ReleaseHeld_CatalogueAfterGivingUp_NamesTheNextBlock()
    {
        _rig.Data(1);
        _rig.Time.Advance(HeldFrames.Limit);
        _rig.Intake.ReleaseHeld(default);
        _rig.Catalogue(1);
        _rig.Data(2);
        _rig.RunCompute();

        UnitOf("servo1.force").ShouldBe("kN");
    }

    [Fact]
    public void ReleaseHeld_GivenUpAfterAnotherCatalogue_IsNotDecodedWithThatOne()
    {
        _rig.Catalogue(1);
        _rig.Data(1);
        _rig.RunCompute();
        _rig.Data(2, revision: 2);
        _rig.Time.Advance(HeldFrames.Limit);
        _rig.Intake.ReleaseHeld(default);
        _rig.RunCompute();

        _rig.Stream.Board!.Plan.IsGuess.ShouldBeTrue();
        _rig.Stream.Board.Read().Sequence.ShouldBe(2UL);
    }

    [Fact]
    public void RunCompute_OtherShapeWithoutCatalogue_GetsItsOwnPlan()
    {
        _rig.Data(1, isSnapshot: true);
        _rig.RunCompute();
        LiveBoard first = _rig.Stream.Board!;
        _rig.Data(1, isSnapshot: true);
        _rig.RunCompute();
        _rig.Stream.Board.ShouldBeSameAs(first);
        _rig.Block = ReferenceBlocks.Create(ReferenceBlocks.Counts);
        _rig.Data(1, isSnapshot: true);
        _rig.RunCompute();

        _rig.Stream.Board.ShouldNotBeSameAs(first);
        _rig.Stream.Board!.Read().Value("servo2.s3").ShouldBe(_rig.Block.Channel(BlockGroup.Servo, 1).Sensor(2)[3]);
    }

    [Fact]
    public void Receive_MoreThanMayWait_GivesUpTheOldest()
    {
        for (ulong sequence = 1; sequence <= HeldFrames.Capacity; sequence++)
            _rig.Data(sequence);
        _rig.Feed.Ring.Count.ShouldBe(0);
        _rig.Data(HeldFrames.Capacity + 1);

        _rig.Feed.Ring.Count.ShouldBeGreaterThan(0);
        _rig.Stream.Account().Delivered.ShouldBe(HeldFrames.Capacity + 1);
    }

    [Fact]
    public void RunCompute_BlockLongerThanItsCatalogue_IsRefusedAndDeclared()
    {
        _rig.Catalogue(1, TestStream.Description with { AD = [] });
        _rig.Data(1);
        _rig.RunCompute();

        _rig.Stream.Bad.Get(BadFrame.Decode).ShouldBe(1);
        (_rig.Stream.Account().Delivered, _rig.Stream.Account().DeclaredLost, _rig.Stream.Account().SilentLoss)
            .ShouldBe((0L, 1L, 0L));
        _rig.Stream.LastRefusal.ToString().ShouldContain("no more points than the catalogue allows");
    }

    private static StreamDescription WithUnit(string unit) => TestStream.Description with
    {
        AD =
        [
            .. TestStream.Description.AD.Select(
                channel => channel with { Columns = [channel.Columns[0] with { Unit = unit }] }),
        ],
    };

    private string UnitOf(string name) => _rig.Stream.Board!.Plan.Signals.Single(signal => signal.Name == name).Unit;
}
