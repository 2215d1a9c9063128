using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Control;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Receiving;
using SignalMonitor.Tests.Streams;

namespace SignalMonitor.Tests.Connections;

/// <summary>A second run of a monitor, which continues from what the first one saved.</summary>
public sealed class ResumeTests : IDisposable
{
    private readonly IntakeRig _first = new(GapPolicy.Replay);
    private readonly IntakeRig _second = new(GapPolicy.Replay);

    public void Dispose()
    {
        _first.Dispose();
        _second.Dispose();
    }

    [Fact]
    public void Resume_BlocksBehindThePosition_AreRequestedAndCountedOnce()
    {
        SavedStream saved = LiveAndSave(saveAfter: 2, last: 4);
        _second.Streams.Resume(saved);
        _second.Stream.State.ShouldBe(DeliveryState.Joining);
        _second.Catalogue(1);
        _second.Data(6).ShouldBeTrue();
        SendHello(last: 6);
        _second.Delivery.TryTakeCommand(7, out DeliveryCommand command).ShouldBeTrue();
        command.Range.ShouldBe(new ReplayRange(TestStream.Id, 1, 3, 5));
        for (ulong sequence = 3; sequence <= 5; sequence++)
            _second.Data(IntakeRig.DataHeader(sequence), isReplay: true).ShouldBeTrue();
        _second.RunCompute();

        StreamAccount account = _second.Stream.Account();
        (account.Published, account.Delivered, account.DeclaredLost, account.Missing, account.Duplicates)
            .ShouldBe((6L, 6L, 0L, 0L, 0L));
        _second.Stream.Board!.Read().Sequence.ShouldBe(6UL);
        _second.Stream.State.ShouldBe(DeliveryState.Live);
    }

    [Fact]
    public void Resume_PayloadsThatCouldNotBeUsed_StayDeclared()
    {
        _first.Catalogue(1);
        _first.Data(1);
        _first.Undecodable(2);
        _second.Streams.Resume(Save());

        (_second.Stream.Account().Delivered, _second.Stream.Account().DeclaredLost, _second.Stream.Account().SilentLoss)
            .ShouldBe((1L, 1L, 0L));
        _second.Stream.Bad.Get(BadFrame.Decode).ShouldBe(1);
    }

    [Fact]
    public void Resume_SecondRun_CountsFromItsFirstBlock()
    {
        _second.Streams.Resume(LiveAndSave(saveAfter: 4, last: 4));
        _second.Streams.BeginRun();
        _second.Catalogue(1);
        _second.Data(5);

        (ulong first, long delivered) = _second.Stream.RunAccounts().Select(run => (run.First, run.Delivered)).Single();
        (first, delivered).ShouldBe((5UL, 1L));
        _second.Stream.Account().Delivered.ShouldBe(5);
    }

    [Fact]
    public void Resume_EndOfTheOldEpochWasMissed_IsReadBeforeTheNewOneBegins()
    {
        _second.Streams.Resume(LiveAndSave(saveAfter: 2, last: 2));
        _second.Catalogue(1);
        _second.Data(1, epoch: 9).ShouldBeTrue();
        SendHello(last: 1, epoch: 9, new EpochRange(1, TestStream.Id, 1, 3, Exact: true));
        _second.Delivery.TryTakeCommand(7, out DeliveryCommand command).ShouldBeTrue();
        command.Range.ShouldBe(new ReplayRange(TestStream.Id, 1, 3, 3));
        _second.Data(IntakeRig.DataHeader(3), isReplay: true).ShouldBeTrue();

        StreamAccount account = _second.Stream.Account();
        (account.Epoch, account.Published, account.Delivered, account.DeclaredLost, account.Epochs)
            .ShouldBe((9UL, 4L, 4L, 0L, 2L));
    }

    [Fact]
    public void Resume_PublisherThatIsGone_DoesNotSendHelloForever()
    {
        _second.Streams.Resume(LiveAndSave(saveAfter: 2, last: 2));
        _second.Heartbeat(last: 2, written: 2);
        _second.Delivery.NeedsWelcome.ShouldBeTrue();
        _second.Delivery.OnWelcome(new Welcome { Publisher = Guid.NewGuid(), Instance = Guid.NewGuid(), Epoch = 5 });

        _second.Delivery.NeedsWelcome.ShouldBeFalse();
        _second.Stream.IsPast.ShouldBeTrue();
    }

    private SavedStream LiveAndSave(ulong saveAfter, ulong last)
    {
        _first.Catalogue(1);
        for (ulong sequence = 1; sequence <= saveAfter; sequence++)
            _first.Data(sequence);
        SavedStream saved = Save();
        for (ulong sequence = saveAfter + 1; sequence <= last; sequence++)
            _first.Data(sequence);
        _first.RunCompute();
        return saved;
    }

    private SavedStream Save()
    {
        _first.NotePosition();
        _first.RunCompute();
        return _first.Mark.TryTake(SavedStreams.Connection)!.Streams.Single();
    }

    private void SendHello(ulong last, ulong epoch = 1, params EpochRange[] epochs)
    {
        Welcome welcome = new() { Publisher = TestStream.Publisher, Instance = _second.Instance, Epoch = epoch };
        Array.ForEach(epochs, welcome.Epochs.Add);
        _second.Delivery.OnWelcome(welcome);
        _second.Heartbeat(last, epoch, written: last);
    }
}
