using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Tests.Messaging.Delivery;

public class StreamDeliveryTests
{
    [Fact]
    public void OnFrame_First_BeginsTheAccountAndIsLive()
    {
        DeliveryRig rig = new();
        rig.Stream.State.ShouldBe(DeliveryState.Init);
        rig.Frame(7).ShouldBe(FrameDisposition.Deliver);
        rig.Stream.State.ShouldBe(DeliveryState.Live);
        rig.Account(published: 1, delivered: 1, lost: 0);
    }

    [Fact]
    public void OnFrame_BehindAGap_IsHeldAndTheGapIsRequested()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(5).ShouldBe(FrameDisposition.Hold);
        rig.Stream.State.ShouldBe(DeliveryState.Gap);
        rig.Account(published: 5, delivered: 1, lost: 0, missing: 4);
        DeliveryCommand requested = rig.Ask();
        (requested.Kind, requested.Range).ShouldBe((DeliveryCommandKind.Replay, new ReplayRange(1, 1, 2, 4)));
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.None);
    }

    [Fact]
    public void OnFrame_ReplayFillsTheGap_DeliversAllInOrder()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(5);
        rig.Ask();
        rig.Replay(2, 3, 4);
        rig.End(ReplayResult.Complete);
        rig.Delivered.ShouldBe([1, 2, 3, 4, 5]);
        rig.Account(published: 5, delivered: 5, lost: 0).Replayed.ShouldBe(3);
        rig.Stream.State.ShouldBe(DeliveryState.Live);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.None);
    }

    [Fact]
    public void OnFrame_SameOnBothWays_IsDeliveredOnce()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        rig.Frame(3).ShouldBe(FrameDisposition.Drop);
        rig.Frame(2);
        rig.Replay(2, 3);
        rig.Delivered.ShouldBe([1, 2, 3]);
        rig.Account(published: 3, delivered: 3, lost: 0).Duplicates.ShouldBe(3);
    }

    [Fact]
    public void OnFrame_ReplayBeforeTheAccount_DoesNotBeginIt()
    {
        DeliveryRig rig = new();
        rig.Frame(3, source: FrameSource.Replay).ShouldBe(FrameDisposition.Drop);
        rig.Stream.State.ShouldBe(DeliveryState.Init);
    }

    [Fact]
    public void OnHeartbeat_AheadOfWhatCame_RequestsTheTail()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Heartbeat(9);
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 9));
    }

    [Fact]
    public void OnEnd_Gone_DeclaresOnlyWhatIsGone()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(9);
        rig.Ask();
        rig.Replay(2);
        rig.End(ReplayResult.Gone, availableTo: 2, firstAvailable: 6);
        rig.Account(published: 9, delivered: 2, lost: 3, missing: 4).LostGone.ShouldBe(3);
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 6, 8));
    }

    [Fact]
    public void OnEnd_GoneAfterAFrameThatDidNotArrive_RequestsThatFrameAgain()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(9);
        rig.Ask();
        rig.End(ReplayResult.Gone, availableTo: 2, firstAvailable: 6);
        rig.Account(published: 9, delivered: 1, lost: 0, missing: 8);
        rig.Pass(1);
        rig.Ask().Range.From.ShouldBe(2UL);
    }

    [Fact]
    public void OnEnd_CompleteWithoutFrames_IsRequestedAgainLater()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        rig.Ask();
        rig.End(ReplayResult.Complete);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.None);
        rig.Pass(0.02);
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 2));
        rig.Account(published: 3, delivered: 1, lost: 0, missing: 2);
    }

    [Fact]
    public void OnEnd_Busy_WaitsTheRequestedTime()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        rig.Ask();
        rig.End(ReplayResult.Busy, retryAfterMs: 250);
        rig.Pass(0.249);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.None);
        rig.Pass(0.001);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.Replay);
    }

    [Fact]
    public void OnEnd_Unavailable_RequestsAgainAndDeclaresNothing()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(5);
        rig.Ask();
        rig.End(ReplayResult.Unavailable, availableTo: 1, firstAvailable: 4, retryAfterMs: 1000);
        rig.Pass(0.999);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.None);
        rig.Pass(0.001);
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 4));
        rig.Replay(2, 3, 4);
        rig.Account(published: 5, delivered: 5, lost: 0);
    }

    [Fact]
    public void OnEnd_UnavailableForTooLong_DeclaresOnlyWhatIsRefused()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(9);
        int requested = 0;
        for (; rig.Stream.Account().DeclaredLost == 0 && requested < 100; requested++)
        {
            rig.Ask().Range.From.ShouldBe(2UL);
            rig.End(ReplayResult.Unavailable, availableTo: 1, firstAvailable: 4, retryAfterMs: 1000);
            rig.Pass(1);
        }

        requested.ShouldBeGreaterThan(20, "30 s of trying");
        rig.Account(published: 9, delivered: 1, lost: 2, missing: 6);
        rig.Ask().Range.From.ShouldBe(4UL);
    }

    [Fact]
    public void OnError_Unsupported_DeclaresAndDoesNotRequestAgain()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        rig.Ask();
        rig.Refuse(ErrorAnswer.Unsupported);
        rig.Account(published: 3, delivered: 2, lost: 1).LostInGaps.ShouldBe(1);
        rig.Frame(6);
        rig.Account(published: 6, delivered: 3, lost: 3);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.None);
    }

    [Fact]
    public void OnError_AnyOther_SendsHelloAndRequestsAgain()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        rig.Ask();
        rig.Refuse(ErrorAnswer.BadRequest);
        rig.Consumer.NeedsWelcome.ShouldBeTrue();
        rig.Pass(1);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.None);
        rig.Welcome(1);
        rig.Pass(1);
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 2));
        rig.Account(published: 3, delivered: 1, lost: 0, missing: 2);
    }

    [Fact]
    public void OnHeartbeat_WithoutMarks_DeclaresAtOnce()
    {
        DeliveryRig rig = new();
        rig.Frame(1);
        rig.Frame(3);
        rig.Account(published: 3, delivered: 1, lost: 0, missing: 2);
        rig.Heartbeat(3, hasJournal: false);
        rig.Delivered.ShouldBe([1, 3]);
        rig.Account(published: 3, delivered: 2, lost: 1);
    }

    [Fact]
    public void OnFrame_PublisherWithoutHeartbeats_IsNotWaitedForForever()
    {
        DeliveryRig rig = new();
        rig.Frame(1);
        for (ulong sequence = 3; rig.Delivered.Count == 1 && sequence < 100; sequence++)
        {
            rig.Frame(sequence);
            rig.Pass(0.25);
        }

        rig.Delivered.Count.ShouldBeInRange(8, 12);
        rig.Stream.Account().LostInGaps.ShouldBe(1);
    }

    [Fact]
    public void OnFrame_PolicySkip_DeclaresAtOnce()
    {
        DeliveryRig rig = DeliveryRig.Joined(policy: GapPolicy.Skip);
        rig.Frame(4);
        rig.Delivered.ShouldBe([1, 4]);
        rig.Account(published: 4, delivered: 2, lost: 2);
        rig.Stream.NeedsWelcome.ShouldBeFalse();
    }

    [Fact]
    public void OnFrame_GapAboveHalfTheBudget_DropsWhatIsHeldAndReadsOn()
    {
        DeliveryRig rig = DeliveryRig.Joined(holdFrames: 10);
        rig.Frame(3).ShouldBe(FrameDisposition.Hold);
        rig.Frame(20).ShouldBe(FrameDisposition.Drop);
        rig.Discarded.ShouldBe([3]);
        (rig.Consumer.NeedsLive, rig.Stream.State, rig.Consumer.Budget.Bytes).ShouldBe(
            (false, DeliveryState.CatchUp, 0L));
        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 20));
    }

    [Fact]
    public void OnFrame_RestUnderHalfTheBudget_AcceptsLiveFramesAgain()
    {
        DeliveryRig rig = DeliveryRig.Joined(holdFrames: 10);
        rig.Frame(20);
        rig.Ask();
        rig.Replay([.. Enumerable.Range(2, 13).Select(i => (ulong)i)]);
        rig.Consumer.NeedsLive.ShouldBeFalse();
        rig.Replay(15);
        rig.Consumer.NeedsLive.ShouldBeTrue();
        rig.Frame(21).ShouldBe(FrameDisposition.Hold);
        rig.Replay(16, 17, 18, 19, 20);
        rig.Delivered.ShouldBe(Enumerable.Range(1, 21));
    }

    [Fact]
    public void TryTakeCommand_HalfTheWindowTaken_GrantsItAgain()
    {
        DeliveryRig rig = DeliveryRig.Joined(holdFrames: 16);
        rig.Heartbeat(8);
        rig.Ask().Bytes.ShouldBe(4u * DeliveryRig.FrameBytes);
        rig.Replay(2);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.None);
        rig.Replay(3);
        DeliveryCommand credit = rig.Ask();
        (credit.Kind, credit.Bytes).ShouldBe((DeliveryCommandKind.Credit, 2u * DeliveryRig.FrameBytes));
    }

    [Fact]
    public void TryTakeCommand_NoAnswer_CancelsAndRequestsAgain()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        uint first = rig.Ask().Id;
        rig.Pass(2);
        DeliveryCommand cancel = rig.Ask();
        (cancel.Kind, cancel.Id).ShouldBe((DeliveryCommandKind.Cancel, first));
        rig.Pass(0.1);
        DeliveryCommand again = rig.Ask();
        (again.Kind, again.Id, again.Range.From).ShouldBe((DeliveryCommandKind.Replay, first + 1, 2UL));
    }

    [Fact]
    public void TryTakeCommand_NoAnswerToTheFirst_WaitsTwiceAsLongForTheSecond()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        rig.Ask();
        rig.Pass(2);
        rig.Ask();
        rig.Pass(0.1);
        rig.Ask();
        rig.Pass(3.9);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.None);
        rig.Pass(0.1);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.Cancel);
    }

    [Fact]
    public void TryTakeCommand_AnsweredAfterASilentOne_WaitsTheUsualTimeAgain()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(4);
        rig.Ask();
        rig.Pass(2);
        rig.Ask();
        rig.Pass(0.1);
        rig.Ask();
        rig.Replay(2);
        rig.Pass(2);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.Cancel);
    }

    [Fact]
    public void TryTakeCommand_NeverAnsweredByALivePeer_IsGivenUp()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        AskFor(rig, seconds: 29, heard: true);
        rig.Account(published: 3, delivered: 1, lost: 0, missing: 2);
        AskFor(rig, seconds: 8, heard: true);
        rig.Account(published: 3, delivered: 2, lost: 1).LostUnanswered.ShouldBe(1);
    }

    [Fact]
    public void TryTakeCommand_SilentPeer_IsNotGivenUp()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        AskFor(rig, seconds: 300, heard: false);
        rig.Account(published: 3, delivered: 1, lost: 0, missing: 2);
    }

    private static void AskFor(DeliveryRig rig, int seconds, bool heard)
    {
        for (int i = 0; i < seconds * 4; i++)
        {
            rig.Pass(0.25);
            if (heard)
                rig.Heartbeat(3);
            rig.Ask();
        }
    }

    // A queue keeps what is not read, so nothing of it is asked from the journal.
    [Fact]
    public void OnFrame_BehindALargeGapOfAQueue_IsHeldUntilHalfOfTheBudgetIsUsed()
    {
        DeliveryRig rig = new(holdFrames: 10, liveWaits: true);
        rig.Welcome(1);
        rig.Frame(1);
        for (ulong sequence = 21; sequence <= 25; sequence++)
            rig.Frame(sequence).ShouldBe(FrameDisposition.Hold);
        rig.Consumer.NeedsLive.ShouldBeTrue();
        rig.Frame(26).ShouldBe(FrameDisposition.Hold);
        rig.Consumer.NeedsLive.ShouldBeFalse();

        rig.Ask().Range.ShouldBe(new ReplayRange(1, 1, 2, 20));
        rig.Replay([.. Enumerable.Range(2, 19).Select(sequence => (ulong)sequence)]);

        rig.Consumer.NeedsLive.ShouldBeTrue();
        rig.Delivered.ShouldBe(Enumerable.Range(1, 26));
        rig.Account(published: 26, delivered: 26, lost: 0).Replayed.ShouldBe(19);
    }

    // Heartbeats are in the queue, behind what waits.
    [Fact]
    public void Advance_GapOfAQueueAndNoAnswer_IsGivenUpWithoutHeartbeats()
    {
        DeliveryRig rig = new(holdFrames: 10, liveWaits: true);
        rig.Welcome(1);
        rig.Frame(1);
        rig.Frame(5);
        for (int i = 0; i < 60 && rig.Delivered.Count < 2; i++)
        {
            rig.Ask();
            rig.Pass(1);
        }

        rig.Delivered.ShouldBe([1, 5]);
        rig.Account(published: 5, delivered: 2, lost: 3).LostUnanswered.ShouldBe(3);
    }
}
