using FuncLibs.Hosting.Summaries;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Control;

namespace SignalMonitor.Tests.Receiving;

/// <summary>Gaps that are filled from the connector's journal.</summary>
public sealed class FrameReplayTests : IDisposable
{
    private readonly IntakeRig _rig = new(GapPolicy.Replay);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Receive_BlocksBehindAGap_WaitForTheMissingOnes()
    {
        JoinWithJournal();
        _rig.Data(4).ShouldBeTrue();
        _rig.Data(5).ShouldBeTrue();
        _rig.Feed.Ring.Count.ShouldBe(0);
        Account(published: 5, delivered: 1, lost: 0, missing: 4);
        Asked().Range.ShouldBe(new ReplayRange(TestStream.Id, 1, 2, 3));
        Replay(2);
        Replay(3);

        _rig.Feed.Ring.Count.ShouldBe(4);
        Account(published: 5, delivered: 5, lost: 0, missing: 0).Replayed.ShouldBe(2);
        _rig.RunCompute();
        _rig.Stream.Board!.Read().Sequence.ShouldBe(5UL);
    }

    [Fact]
    public void Receive_SameBlockReplayedAgain_GivesItsBufferBack()
    {
        JoinWithJournal();
        _rig.Data(3);
        int inUse = _rig.Feed.Frames.InUse;
        _rig.Data(3).ShouldBeFalse();
        Replay(1).ShouldBeFalse();

        _rig.Feed.Frames.InUse.ShouldBe(inUse);
    }

    [Fact]
    public void OnError_ReplayUnsupported_DeclaresAndHandsOnAtOnce()
    {
        JoinWithJournal();
        _rig.Data(3);
        _rig.Delivery.OnError(new ErrorAnswer(Asked().Id, ErrorAnswer.Unsupported, ""));
        _rig.Intake.ReleaseHeld(default);

        Account(published: 3, delivered: 2, lost: 1, missing: 0);
        _rig.Stream.TakeUnlogged().Last.ShouldBe(new LostRange(1, 2, 2, LossReason.Gap));
        _rig.Data(5).ShouldBeTrue();
        Account(published: 5, delivered: 3, lost: 2, missing: 0);
    }

    [Fact]
    public void Receive_ReplayedBlock_DoesNotCountAsLatency()
    {
        JoinWithJournal();
        _rig.RunCompute();
        long measured = _rig.Compute.Latency.Total.Count;
        _rig.Data(3);
        Asked();
        Replay(2);
        _rig.RunCompute();

        (_rig.Compute.Latency.Total.Count - measured).ShouldBe(1);
    }

    [Fact]
    public void RunAccounts_GapOpenAtTheEnd_IsReportedLast()
    {
        JoinWithJournal();
        _rig.Streams.BeginRun();
        _rig.Data(2);
        _rig.Data(5);

        DeliveredStream run = _rig.Stream.RunAccounts().Single();
        (run.First, run.Delivered, run.DeclaredLost, run.Missing).ShouldBe((2UL, 1L, 3L, 3L));
    }

    private void JoinWithJournal()
    {
        _rig.Catalogue(1);
        _rig.Data(1).ShouldBeTrue();
        _rig.Delivery.OnWelcome(new Welcome { Publisher = TestStream.Publisher, Instance = _rig.Instance, Epoch = 1 });
        _rig.Heartbeat(last: 1, written: 1);
        _rig.RunCompute();
    }

    private bool Replay(ulong sequence) => _rig.Data(IntakeRig.DataHeader(sequence), isReplay: true);

    private DeliveryCommand Asked()
    {
        _rig.Delivery.TryTakeCommand(7, out DeliveryCommand command).ShouldBeTrue();
        return command;
    }

    private StreamAccount Account(long published, long delivered, long lost, long missing)
    {
        StreamAccount account = _rig.Stream.Account();
        (account.Published, account.Delivered, account.DeclaredLost, account.Missing).ShouldBe(
            (published, delivered, lost, missing));
        return account;
    }
}
