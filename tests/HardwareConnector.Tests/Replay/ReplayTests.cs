using System.Buffers;
using FuncLibs.Hosting.Threads;
using FuncLibs.Transport;
using FuncLibs.Transport.Buffers;
using FuncLibs.Wire;
using FuncLibs.Wire.Control;
using FuncLibs.Wire.Control.Replay;
using HardwareConnector.Control;
using HardwareConnector.Replay;
using HardwareConnector.Tests.Publishing;
using Testing;

namespace HardwareConnector.Tests.Replay;

/// <summary>Replay over real sockets, from a real journal, by the control loop on its thread.</summary>
public sealed class ReplayTests : IDisposable
{
    private const int Blocks = 40;

    private readonly FakeTime _time = new();
    private readonly RunningPublisher _publisher = new RunningPublisher().Join().Describe();
    private readonly CancellationTokenSource _stop = new();
    private readonly ReplayDesk _desk;
    private readonly Thread _thread;
    private readonly IControlClient _client;
    private readonly ArrayBufferWriter<byte> _request = new();
    private readonly FrameBuffer _answer = new(FrameLimits.Default);
    private readonly List<ulong> _sequences = [];
    private long _bytes;

    public ReplayTests()
    {
        ReadySignal ready = new();
        _desk = new ReplayDesk(_publisher.Recorder, _publisher.Book, _publisher.Feed, 1e9, _time);
        ControlAnswers answers = new(_publisher.Book, _publisher.Identity, _publisher.Recorder, _desk, TimeProvider.System);
        ControlLoop loop = new(_publisher.Transport, Endpoint.Parse("tcp://127.0.0.1:0"), ready, answers, _desk, new PeerBook(_time));
        _thread = new Thread(() => loop.Run(_stop.Token)) { IsBackground = true };
        _thread.Start();
        Eventually.True(() => ready.Endpoint.IsCompletedSuccessfully, "the socket is bound");
        _client = _publisher.Transport.Connect(Endpoint.Parse(ready.Endpoint.Result));
        for (int i = 0; i < Blocks; i++)
        {
            TestRig.Offer(_publisher.Feed, i);
            _publisher.Next(FrameKind.Data);
        }

        Eventually.True(() => _publisher.Recorder.Marks(1)?.Written == Blocks, "every block is written");
    }

    private ulong Epoch => _publisher.Identity.Epoch;

    public void Dispose()
    {
        _stop.Cancel();
        _thread.Join();
        _client.Dispose();
        _desk.Dispose();
        _publisher.Dispose();
        _stop.Dispose();
    }

    [Fact]
    public void Replay_ARange_IsThoseFramesInOrderAndAnEnd()
    {
        Ask(1, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 3, 30));

        Receive().ShouldBe(new EndAnswer(1, ReplayResult.Complete, 30));
        _sequences.ShouldBe(Range(3, 30));
        (_desk.Frames, _desk.Bytes).ShouldBe((28L, _bytes));
    }

    [Fact]
    public void Replay_SeveralRanges_FollowEachOther()
    {
        Ask(2, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, 2, 4), new ReplayRange(1, Epoch, 38, 40), new ReplayRange(0, Epoch, 1, 1));

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
    public void Replay_OfAnEpochThatIsNotKept_IsGone()
    {
        Ask(4, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch - 1, 1, 9));

        EndAnswer end = Receive();
        (end.Result, end.FirstAvailable).ShouldBe((ReplayResult.Gone, 10UL));
        _sequences.ShouldBeEmpty();
    }

    [Fact]
    public void Replay_CreditForOneFrame_WaitsForMore()
    {
        Ask(5, 1, new ReplayRange(1, Epoch, 1, 3));
        ReceiveFrame();
        Eventually.True(() => _desk.Frames == 1, "one frame went out");

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
    public void Replay_ASecondOne_IsBusyAndTheFirstGoesOn()
    {
        Ask(7, 1, new ReplayRange(1, Epoch, 1, 2));
        ReceiveFrame();
        Ask(8, 1, new ReplayRange(1, Epoch, 1, 2));
        Receive().ShouldSatisfyAllConditions(end => end.Id.ShouldBe(8U), end => end.Result.ShouldBe(ReplayResult.Busy));

        Grant(7, ReplayRequest.MaxCredit);
        Receive().ShouldSatisfyAllConditions(end => end.Id.ShouldBe(7U), end => end.Result.ShouldBe(ReplayResult.Complete));
    }

    [Fact]
    public void Cancel_AnOpenReplay_EndsItWhereItIs()
    {
        Ask(9, 1, new ReplayRange(1, Epoch, 5, 30));
        ReceiveFrame();
        Send(new ControlEnvelope(ControlOp.Cancel, 9).Write);

        Receive().ShouldSatisfyAllConditions(
            end => end.Id.ShouldBe(9U), end => end.Result.ShouldBe(ReplayResult.Partial), end => end.AvailableTo.ShouldBe(5UL));
    }

    [Fact]
    public void Replay_Frames_AreTheBytesThatWerePublished()
    {
        Ask(10, ReplayRequest.MaxCredit, new ReplayRange(1, Epoch, Blocks, Blocks));
        ReceiveFrame();

        _answer.Payload.SequenceEqual(_publisher.Payload).ShouldBeTrue();
        System.Text.Encoding.ASCII.GetString(_answer.Topic).ShouldBe(_publisher.Topic);
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
        Send(request.Write);
    }

    private void Grant(uint id, uint bytes) => Send(new CreditGrant(id, bytes).Write);

    private void Send(Action<IBufferWriter<byte>> write)
    {
        _request.ResetWrittenCount();
        write(_request);
        _client.TrySend(_request.WrittenSpan).ShouldBe(SendStatus.Sent);
    }

    // Takes frames up to the end.
    private EndAnswer Receive()
    {
        while (ReceiveOne() == ReceiveStatus.Frame)
        {
        }

        return EndAnswer.Read(_answer.Payload, out _).ShouldNotBeNull();
    }

    private void ReceiveFrame() => ReceiveOne().ShouldBe(ReceiveStatus.Frame);

    private ReceiveStatus ReceiveOne()
    {
        ReceiveStatus status = default;
        Eventually.True(
            () =>
            {
                _time.Advance(TimeSpan.FromMilliseconds(1));
                return (status = _client.TryReceive(_answer)) != ReceiveStatus.Empty;
            },
            "an answer comes");
        if (status != ReceiveStatus.Frame)
            return status;
        FrameHeaderReader.Read(_answer.Header, _answer.Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        _sequences.Add(header.Sequence);
        _bytes += FrameHeader.Size + header.PayloadLength;
        return status;
    }
}
