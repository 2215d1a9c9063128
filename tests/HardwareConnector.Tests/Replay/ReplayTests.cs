using System.Buffers;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Sources;
using HardwareConnector.Tests.Control;
using HardwareConnector.Tests.Publishing;
using Testing;

namespace HardwareConnector.Tests.Replay;

/// <summary>Replay over real sockets, from a real journal, by the control loop on its thread.</summary>
public sealed class ReplayTests : IDisposable
{
    private const int Blocks = 40;

    private readonly FakeTime _time = new();
    private readonly SourceFeeds _feeds = new(1, (_, signal) => new SourceFeed(8, signal));
    private readonly RunningControl _control;
    private readonly List<ulong> _sequences = [];
    private long _bytes;

    public ReplayTests()
    {
        _control = new RunningControl(_time, _time, feeds: _feeds, maxOutstanding: ReplayRequest.MaxCredit + 1);
        for (int i = 0; i < Blocks; i++)
        {
            TestRig.Offer(Publisher.Feed, i);
            Publisher.Next(FrameKind.Data);
        }

        Eventually.True(() => Publisher.Recorder.Marks(1)?.Written == Blocks, "every block is written");
    }

    private ulong Epoch => Publisher.Identity.Epoch;

    private RunningPublisher Publisher => _control.Publisher;

    private FrameBuffer Answer => _control.Answer;

    public void Dispose()
    {
        _control.Dispose();
        _feeds.Dispose();
    }

    [Fact]
    public void Replay_ARange_IsThoseFramesInOrderAndAnEnd()
    {
        Ask(1, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 3, 30));

        Receive().ShouldBe(new EndAnswer(1, ReplayResult.Complete, 30));
        _sequences.ShouldBe(Range(3, 30));
        (_control.Service.Frames, _control.Service.Bytes).ShouldBe((28L, _bytes));
    }

    [Fact]
    public void Replay_SeveralRanges_FollowEachOther()
    {
        Ask(
            2,
            ReplayRequest.MaxCredit,
            new ReplayRange(1, Epoch, 2, 4),
            new ReplayRange(1, Epoch, 38, 40),
            new ReplayRange(0, Epoch, 1, 1));

        Receive().Result.ShouldBe(ReplayResult.Complete);
        _sequences.ShouldBe([2, 3, 4, 38, 39, 40, 1]);
    }

    [Fact]
    public void Replay_OfTheFuture_EndsAtWhatIsWritten()
    {
        Ask(3, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 39, 1000));

        EndAnswer end = Receive();
        (end.Result, end.AvailableTo).ShouldBe((ReplayResult.Partial, 40UL));
        _sequences.ShouldBe([39, 40]);
    }

    [Fact]
    public void Replay_OfTheFutureAlone_NamesWhatWasPublishedAsAvailable()
    {
        Ask(20, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 500, 1000));

        EndAnswer end = Receive();
        (end.Result, end.AvailableTo).ShouldBe((ReplayResult.Partial, 40UL));
    }

    [Fact]
    public void Replay_OfAnUnknownStream_IsReportedAsGone()
    {
        Ask(21, ReplayRequest.MaxCredit, new ReplayRange(99, Epoch, 1, 9));

        EndAnswer end = Receive();
        (end.Result, end.AvailableTo, end.Reason).ShouldBe(
            (ReplayResult.Gone, 0UL, "stream 99 does not exist in this epoch"));
    }

    [Fact]
    public void Replay_OfAnEpochThatIsNotKept_IsGone()
    {
        Ask(4, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch - 1, 1, 9));

        EndAnswer end = Receive();
        (end.Result, end.FirstAvailable).ShouldBe((ReplayResult.Gone, 10UL));
        _sequences.ShouldBeEmpty();
    }

    [Fact]
    public void Replay_OfAnEpochToCome_IsGone()
    {
        Ask(11, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch + 1, 1, 9));

        Receive().Result.ShouldBe(ReplayResult.Gone);
        _sequences.ShouldBeEmpty();
    }

    [Fact]
    public void Replay_OfEverySequenceThereCanBe_EndsAtWhatIsWritten()
    {
        Ask(12, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 1, ulong.MaxValue));

        Receive().ShouldSatisfyAllConditions(
            end => end.Result.ShouldBe(ReplayResult.Partial), end => end.AvailableTo.ShouldBe(40UL));
        _sequences.Count.ShouldBe(Blocks);
    }

    // {op: "replay", id: 13, ranges: an array that claims 10^9 items}: refused by its length, before allocating.
    [Fact]
    public void Replay_OfABillionRanges_IsABadRequestAndTheNextIsServed()
    {
        _control.Send(output => output.Write((ReadOnlySpan<byte>)
            [
                0x83, 0xA2, .. "op"u8, 0xA6, .. "replay"u8, 0xA2, .. "id"u8, 13, 0xA6, .. "ranges"u8, 0xDD, 0x3B, 0x9A,
                0xCA, 0x00,
            ]));
        ReceiveOne().ShouldBe(ReceiveStatus.Control);
        ErrorAnswer.Read(Answer.Payload, out _)!.Code.ShouldBe(ErrorAnswer.BadRequest);

        Ask(14, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 3, 4));
        Receive().Result.ShouldBe(ReplayResult.Complete);
        (_control.Service.Frames, _control.Service.IsActive).ShouldBe((2L, false));
    }

    [Fact]
    public void Replay_ThatNeverGrantsCredit_DoesNotDelayOthers()
    {
        using IControlClient sleeper = _control.Publisher.Transport.Connect(_control.Address);
        ArrayBufferWriter<byte> request = new();
        var requested = new ReplayRequest { Id = 1, Credit = 0 };
        requested.Ranges.Add(new ReplayRange(1, Epoch, 1, Blocks));
        requested.Write(request);
        sleeper.TrySend(request.WrittenSpan).ShouldBe(SendStatus.Sent);
        Eventually.True(() => _control.Service.IsActive, "the sleeper's replay is open");

        Ask(15, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 1, Blocks));
        Receive().Result.ShouldBe(ReplayResult.Complete);
        (_sequences.Count, _control.Service.IsActive).ShouldBe((Blocks, true));

        _time.Advance(Patience);
        Eventually.True(() => !_control.Service.IsActive, "the sleeper's replay is ended");
    }

    [Fact]
    public void Replay_CreditForOneFrame_WaitsForMore()
    {
        Ask(5, 1, new ReplayRange(1, Epoch, 1, 3));
        ReceiveFrame();
        Eventually.True(() => _control.Service.Frames == 1, "one frame went out");

        Grant(5, (uint)_bytes);
        ReceiveFrame();
        Grant(5, (uint)_bytes);
        Receive().Result.ShouldBe(ReplayResult.Complete);
        _sequences.ShouldBe([1, 2, 3]);
    }

    [Fact]
    public void Replay_NoCreditForTenSeconds_IsEnded()
    {
        Ask(6, 1, new ReplayRange(1, Epoch, 1, 3));
        ReceiveFrame();
        _time.Advance(Patience);

        EndAnswer end = Receive();
        (end.Id, end.Result, end.AvailableTo).ShouldBe((6U, ReplayResult.Partial, 1UL));
    }

    [Fact]
    public void Replay_CreditBeyondWhatAllMayHaveOutstanding_IsBusyAsLongAsSleepersHoldIt()
    {
        using IControlClient sleeper = _control.Publisher.Transport.Connect(_control.Address);
        ArrayBufferWriter<byte> request = new();
        var requested = new ReplayRequest { Id = 1, Credit = 2 };
        requested.Ranges.Add(new ReplayRange(1, Epoch, 1, Blocks));
        requested.Write(request);
        sleeper.TrySend(request.WrittenSpan).ShouldBe(SendStatus.Sent);
        Eventually.True(
            () =>
            {
                _time.Advance(TimeSpan.FromMilliseconds(1));
                return _control.Service.Frames == 1;
            },
            "the sleeper was sent a frame");

        Ask(2, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 1, Blocks));
        Receive().Result.ShouldBe(ReplayResult.Busy);
        _time.Advance(Patience);
        Eventually.True(() => !_control.Service.IsActive, "the sleeper's replay is ended");
        Ask(3, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 1, Blocks));
        Receive().Result.ShouldBe(ReplayResult.Busy, "what it was sent still waits for it");

        _time.Advance(TimeSpan.FromSeconds(30));
        Ask(4, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 1, Blocks));
        Receive().Result.ShouldBe(ReplayResult.Complete);
    }

    [Fact]
    public void Replay_ASecondOne_IsBusyAndTheFirstGoesOn()
    {
        Ask(7, 1, new ReplayRange(1, Epoch, 1, 2));
        ReceiveFrame();
        Ask(8, 1, new ReplayRange(1, Epoch, 1, 2));
        Receive().ShouldSatisfyAllConditions(end => end.Id.ShouldBe(8U), end => end.Result.ShouldBe(ReplayResult.Busy));

        Grant(7, ReplayRequest.MaxCredit);
        Receive().ShouldSatisfyAllConditions(
            end => end.Id.ShouldBe(7U), end => end.Result.ShouldBe(ReplayResult.Complete));
    }

    [Fact]
    public void Replay_WhileLiveBlocksPileUp_IsBusy()
    {
        PileUp();
        Ask(16, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 1, 2));

        EndAnswer end = Receive();
        (end.Result, end.RetryAfterMs > 0, _sequences.Count).ShouldBe((ReplayResult.Busy, true, 0));
    }

    [Fact]
    public void Replay_LiveBlocksPileUpForLong_IsEndedAsBusyWhereItIs()
    {
        Ask(17, 1, new ReplayRange(1, Epoch, 5, 30));
        ReceiveFrame();
        PileUp();
        Grant(17, ReplayRequest.MaxCredit);
        Eventually.True(
            () =>
            {
                _time.Advance(TimeSpan.FromMilliseconds(100));
                return !_control.Service.IsActive;
            },
            "the replay is ended");

        EndAnswer end = Receive();
        (end.Id, end.Result, end.AvailableTo).ShouldBe((17U, ReplayResult.Busy, 5UL));
    }

    [Fact]
    public void Cancel_AnOpenReplay_EndsItWhereItIs()
    {
        Ask(9, 1, new ReplayRange(1, Epoch, 5, 30));
        ReceiveFrame();
        _control.Send(new ControlEnvelope(ControlOp.Cancel, 9).Write);

        Receive().ShouldSatisfyAllConditions(
            end => end.Id.ShouldBe(9U),
            end => end.Result.ShouldBe(ReplayResult.Partial),
            end => end.AvailableTo.ShouldBe(5UL));
    }

    [Fact]
    public void Replay_DiskRefuses_IsUnavailableAndCompleteOnceItReads()
    {
        string segment = Directory.GetFiles(Publisher.JournalFolder, "*.seg").Single();
        File.Move(segment, segment + ".away");
        Directory.CreateDirectory(segment);
        Ask(18, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 3, 30));
        EndAnswer end = Receive();
        (end.Result, end.AvailableTo, end.RetryAfterMs > 0).ShouldBe((ReplayResult.Unavailable, 2UL, true));

        Directory.Delete(segment);
        File.Move(segment + ".away", segment);
        Ask(19, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 3, 30));
        Receive().Result.ShouldBe(ReplayResult.Complete);
    }

    [Fact]
    public void Replay_Frames_AreTheBytesThatWerePublished()
    {
        Ask(10, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, Blocks, Blocks));
        ReceiveFrame();

        Answer.Payload.SequenceEqual(Publisher.Payload).ShouldBeTrue();
        System.Text.Encoding.ASCII.GetString(Answer.Topic).ShouldBe(Publisher.Topic);
    }

    private void PileUp()
    {
        while (_feeds.All[0].Ring.Count <= _feeds.All[0].Ring.Capacity / 2)
            _feeds.All[0].Report(LinkState.Online, default);
    }

    private static TimeSpan Patience => TimeSpan.FromSeconds(10);

    private static IEnumerable<ulong> Range(ulong from, ulong to)
    {
        for (ulong i = from; i <= to; i++)
            yield return i;
    }

    private void Ask(uint id, uint credit, params ReplayRange[] ranges)
    {
        var request = new ReplayRequest { Id = id, Credit = credit };
        foreach (ReplayRange range in ranges)
            request.Ranges.Add(range);
        _control.Send(request.Write);
    }

    private void Grant(uint id, uint bytes) => _control.Send(new CreditGrant(id, bytes).Write);

    // Takes frames up to the end.
    private EndAnswer Receive()
    {
        while (ReceiveOne() == ReceiveStatus.Frame)
        {
        }

        return EndAnswer.Read(Answer.Payload, out _).ShouldNotBeNull();
    }

    private void ReceiveFrame() => ReceiveOne().ShouldBe(ReceiveStatus.Frame);

    private ReceiveStatus ReceiveOne()
    {
        ReceiveStatus status = default;
        Eventually.True(
            () =>
            {
                _time.Advance(TimeSpan.FromMilliseconds(1));
                return (status = _control.Client.TryReceive(Answer)) != ReceiveStatus.Empty;
            },
            "an answer comes");
        if (status != ReceiveStatus.Frame)
            return status;
        FrameHeaderReader.Read(
            Answer.Header, Answer.Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        _sequences.Add(header.Sequence);
        _bytes += FrameHeader.Size + header.PayloadLength;
        return status;
    }
}
