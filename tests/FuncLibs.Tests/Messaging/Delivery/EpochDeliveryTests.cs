using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Control;
using Testing;

namespace FuncLibs.Tests.Messaging.Delivery;

/// <summary>Restarts on both sides.</summary>
public class EpochDeliveryTests
{
    [Fact]
    public void OnFrame_NewEpoch_WaitsUntilTheOldOneIsClosed()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(1, epoch: 2).ShouldBe(FrameDisposition.Hold);
        rig.Consumer.NeedsWelcome.ShouldBeTrue();
        rig.Heartbeat(1, epoch: 2);
        rig.Ask().Range.ShouldBe(default);
        rig.Welcome(2, new EpochRange(1, 1, 1, 3, Exact: true));
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 3));
        rig.Replay(2, 3);
        rig.Delivered.ShouldBe([1, 2, 3, 1]);
        rig.Account(published: 4, delivered: 4, lost: 0).Epochs.ShouldBe(2);
    }

    [Fact]
    public void OnEnd_TailOfTheOldEpochNeverWritten_IsLostToTheUncleanStop()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        Restart(rig, new EpochRange(1, 1, 1, 5, Exact: true));
        rig.Ask();
        rig.Replay(2);
        rig.End(ReplayResult.Gone, availableTo: 2);
        rig.Account(published: 6, delivered: 3, lost: 3).LostAtStop.ShouldBe(3);
        rig.Stream.State.ShouldBe(DeliveryState.Live);
    }

    [Fact]
    public void OnWelcome_LessThanWasSeen_ClosesAtWhatWasSeen()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Heartbeat(4);
        Restart(rig, new EpochRange(1, 1, 1, 2, Exact: false));
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 4));
    }

    [Fact]
    public void OnWelcome_EpochsInBetween_AreReadInOrder()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(1, epoch: 9);
        rig.Heartbeat(1, epoch: 9);
        rig.Welcome(
            9, new EpochRange(1, 1, 1, 1, true), new EpochRange(4, 1, 1, 2, true), new EpochRange(6, 2, 1, 50, true));
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 4, 1, 2));
        rig.Frame(1, epoch: 4, FrameSource.Replay);
        rig.Frame(2, epoch: 4, FrameSource.Replay);
        rig.Delivered.ShouldBe([1, 1, 2, 1]);
        rig.Account(published: 4, delivered: 4, lost: 0).Epochs.ShouldBe(3);
    }

    [Fact]
    public void OnHeartbeat_EpochKnownFromItsWelcomeOnly_IsNotSkippedBeforeItsEndIsKnown()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Welcome(2, new EpochRange(1, 1, 1, 1, true));
        rig.Heartbeat(1, epoch: 3);
        rig.Stream.Account().Epoch.ShouldBe(1UL);
        rig.Consumer.NeedsWelcome.ShouldBeTrue();
        rig.Welcome(3, new EpochRange(1, 1, 1, 1, true), new EpochRange(2, 1, 1, 1, true));
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 2, 1, 1));
        rig.Frame(1, epoch: 2, FrameSource.Replay);
        rig.Frame(1, epoch: 3);

        rig.Delivered.ShouldBe([1, 1, 1]);
        rig.Account(published: 3, delivered: 3, lost: 0).Epochs.ShouldBe(3);
    }

    [Fact]
    public void OnHeartbeat_PublisherWithoutJournalRestarts_ClosesAtWhatWasSeen()
    {
        DeliveryRig rig = new();
        rig.Frame(1);
        rig.Heartbeat(2, hasJournal: false);
        rig.Frame(2, epoch: 2);
        rig.Heartbeat(2, epoch: 2, hasJournal: false);
        rig.Account(published: 4, delivered: 2, lost: 2);
    }

    [Fact]
    public void OnWelcome_EpochOfThePositionNotNamed_DeclaresItsEndUnknownOnce()
    {
        DeliveryRig first = DeliveryRig.Joined();
        DeliveryRig second = new(saved: first.Stream.Position);
        second.Heartbeat(3, epoch: 9);
        second.Welcome(9, new EpochRange(4, 1, 1, 7, Exact: true));
        second.Consumer.OnLinkLost();
        second.Welcome(9, new EpochRange(4, 1, 1, 7, Exact: true));

        second.Stream.TryTakeLoss(out LostRange range).ShouldBeTrue();
        range.ShouldBe(new LostRange(1, 2, 1, LossReason.EndUnknown));
        StreamAccount account = second.Stream.Account();
        (account.UnknownEnds, account.EndUnknownIn, account.DeclaredLost, account.SilentLoss).ShouldBe((1, 1UL, 0, 0));
        second.Ask().Range.ShouldBe(new ReplayRange(1, 4, 1, 7));
    }

    [Fact]
    public void OnWelcome_EpochOfARunningConsumerNotNamed_DeclaresItsEndUnknown()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(1, epoch: 2);
        rig.Heartbeat(1, epoch: 2);
        rig.Welcome(2);
        rig.Stream.Account().UnknownEnds.ShouldBe(1);
    }

    [Fact]
    public void OnWelcome_ConsumerThatSkipsGaps_DeclaresTheUnknownEndOfTheEpochBefore()
    {
        DeliveryRig rig = DeliveryRig.Joined(policy: GapPolicy.Skip);
        rig.Frame(1, epoch: 2);
        rig.Welcome(2);
        rig.Stream.Account().UnknownEnds.ShouldBe(1);
    }

    [Fact]
    public void OnWelcome_UnknownEndDeclaredInAnEarlierRun_IsNotDeclaredAgain()
    {
        DeliveryRig first = DeliveryRig.Joined();
        first.Heartbeat(4);
        first.Welcome(2);
        DeliveryRig second = new(saved: first.Stream.Position);
        second.Heartbeat(0, epoch: 2);
        second.Welcome(2);
        second.Stream.Account().UnknownEnds.ShouldBe(1);
    }

    [Fact]
    public void OnWelcome_StreamWasSilentInANamedEpoch_IsNoUnknownEnd()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Heartbeat(0, epoch: 2);
        rig.Welcome(2, new EpochRange(1, 1, 1, 1, true));
        rig.Heartbeat(1, epoch: 3);
        rig.Welcome(3, new EpochRange(1, 1, 1, 1, true), new EpochRange(2, 0, 0, 0, true));
        rig.Stream.Account().UnknownEnds.ShouldBe(0);
        rig.Stream.Account().Epoch.ShouldBe(3UL);
    }

    [Fact]
    public void OnWelcome_EpochEndedCleanlyAndNotNamed_IsNoUnknownEnd()
    {
        DeliveryRig first = DeliveryRig.Joined();
        first.Heartbeat(1, end: true);
        DeliveryRig second = new(saved: first.Stream.Position);
        second.Heartbeat(1, epoch: 2);
        second.Welcome(2);
        second.Stream.Account().UnknownEnds.ShouldBe(0);
    }

    [Fact]
    public void OnHeartbeat_LaterEpochDoesNotHaveTheStream_TheEndOfTheOldOneIsRead()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.HeartbeatWithoutIt(epoch: 2);
        rig.Welcome(2, new EpochRange(1, 1, 1, 3, true));
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 3));
        rig.Replay(2, 3);
        rig.Account(published: 3, delivered: 3, lost: 0).Epoch.ShouldBe(2UL);
        rig.Consumer.NeedsWelcome.ShouldBeFalse();
    }

    [Fact]
    public void Position_MissingInADroppedEpoch_IsRequestedAndDeclared()
    {
        DeliveryRig first = DeliveryRig.Joined();
        first.Heartbeat(4);
        DeliveryRig second = new(saved: first.Stream.Position);
        second.Heartbeat(0, epoch: 2);
        second.Welcome(2);
        second.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 4));
        second.End(ReplayResult.Gone);
        second.Account(published: 4, delivered: 1, lost: 3).UnknownEnds.ShouldBe(1);
    }

    [Fact]
    public void OnFrame_OfAClosedEpoch_IsPast()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        Restart(rig, new EpochRange(1, 1, 1, 1, Exact: true));
        rig.Frame(1).ShouldBe(FrameDisposition.Drop);
        rig.Stream.Account().Past.ShouldBe(1);
    }

    [Fact]
    public void Position_OfARunningStream_GoesOnWithoutGapOrDuplicate()
    {
        DeliveryRig first = DeliveryRig.Joined();
        first.Frame(2);
        first.Frame(4);
        DeliveryRig second = new(saved: first.Stream.Position);
        second.Stream.State.ShouldBe(DeliveryState.Joining);
        second.Frame(8);
        second.Welcome(1);
        second.Heartbeat(8);
        second.Stream.State.ShouldBe(DeliveryState.CatchUp);
        second.Ask().Range.ShouldBe(new ReplayRange(1, 1, 3, 7));
        second.Replay(2, 3, 4, 5, 6, 7);
        second.Delivered.ShouldBe([3, 4, 5, 6, 7, 8]);
        second.Account(published: 8, delivered: 8, lost: 0).Replayed.ShouldBe(5);
        second.Stream.State.ShouldBe(DeliveryState.Live);
    }

    [Fact]
    public void Position_PublisherRestartedMeanwhile_ReadsTheOldEpochToItsEnd()
    {
        DeliveryRig first = DeliveryRig.Joined();
        DeliveryRig second = new(saved: first.Stream.Position);
        Restart(second, new EpochRange(1, 1, 1, 3, Exact: true));
        second.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 3));
        second.Replay(2, 3);
        second.Delivered.ShouldBe([2, 3, 1]);
        second.Account(published: 4, delivered: 4, lost: 0);
    }

    [Fact]
    public void Position_PolicySkip_DeclaresWhatWasMissed()
    {
        DeliveryRig first = DeliveryRig.Joined();
        DeliveryRig second = new(policy: GapPolicy.Skip, saved: first.Stream.Position);
        second.Frame(5);
        second.Account(published: 5, delivered: 2, lost: 3);
    }

    [Fact]
    public void Account_EndOfStream_BelongsToItsEpochOnly()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Heartbeat(1, end: true);
        rig.Stream.Account().Ended.ShouldBeTrue();
        Restart(rig, new EpochRange(1, 1, 1, 1, Exact: true));
        rig.Stream.Account().Ended.ShouldBeFalse();
    }

    [Fact]
    public void OnFrame_HoldingAndReplayingWhenWarm_DoesNotAllocate()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        ulong next = 1;
        Allocation.OfWarm(() =>
        {
            next += 4;
            rig.Frame(next);
            rig.Ask();
            rig.Frame(next - 3, source: FrameSource.Replay);
            rig.Frame(next - 2, source: FrameSource.Replay);
            rig.Frame(next - 1, source: FrameSource.Replay);
            rig.Delivered.Clear();
        }).ShouldBe(0);
        rig.Stream.State.ShouldBe(DeliveryState.Live);
    }

    private static void Restart(DeliveryRig rig, EpochRange old)
    {
        rig.Frame(1, epoch: 2);
        rig.Heartbeat(1, epoch: 2);
        rig.Welcome(2, old);
    }
}
