using System.Buffers;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

using SignalMonitor.Receiving;
using SignalMonitor.Tests.Health;
using SignalMonitor.Tests.History;

namespace SignalMonitor.Tests.Receiving;

public sealed class HistoryRequesterTests : IDisposable
{
    private readonly ReportRig _rig = new();
    private readonly PastRig _past = new();
    private readonly HistoryRequester _requester;
    private uint _id;

    public HistoryRequesterTests() =>
        _requester = new HistoryRequester(_rig.Connections.All[0].Receive.Streams, 60, _rig.Time);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void TryTake_BlocksReachBeyondTheFirstWholeBucket_RequestsOnce()
    {
        Receive(1, 4);
        CountRequests(1).ShouldBe(0);
        Receive(4, 9);

        Take().ShouldBe(new HistoryRequest(_id, TestStream.Id, 60));
        Answer(_past.Run(9, 12, isLive: false).Answer());
        _rig.Stream.History.Earlier.ShouldNotBeNull();
        CountRequests(60).ShouldBe(0);
    }

    [Fact]
    public void TryTake_AnswerDidNotReachFarEnough_RequestsAgainAfterASecond()
    {
        HistoryAnswer early = _past.Run(0, 1, isLive: false).Answer();
        Receive(1, 9);
        Take().ShouldNotBeNull();
        Answer(early);

        CountRequests(0.8).ShouldBe(0);
        CountRequests(0.5).ShouldBe(1);
    }

    [Fact]
    public void TryTake_NoAnswer_GivesUpInTheEnd()
    {
        Receive(0, 9);

        CountRequests(120).ShouldBe(HistoryRequester.MaxRequests);
    }

    [Fact]
    public void TryTake_NoBlockComes_RequestsAfterASecond()
    {
        CountRequests(0.9).ShouldBe(0);
        CountRequests(0.5).ShouldBe(1);
    }

    [Theory]
    [InlineData(ErrorAnswer.Unsupported)]
    [InlineData(ErrorAnswer.UnknownOp)]
    public void OnError_ConnectorKeepsNone_DoesNotRequestAgainOverThisLink(string code)
    {
        Receive(0, 9);
        Take().ShouldNotBeNull();
        _requester.OnError(new ErrorAnswer(_id, code, "no"));
        CountRequests(60).ShouldBe(0);

        _requester.Restart();
        CountRequests(2).ShouldBe(1);
    }

    [Fact]
    public void OnError_OfAnotherRequest_IsLeft()
    {
        Receive(0, 9);
        Take().ShouldNotBeNull();
        _requester.OnError(new ErrorAnswer(_id + 1, ErrorAnswer.Unsupported, "no"));
        Answer(_past.Answer());

        _rig.Stream.History.Earlier.ShouldNotBeNull();
    }

    [Fact]
    public void Receive_UnexpectedAnswer_IsIgnored()
    {
        Answer(_past.Run(0, 5, isLive: false).Answer());

        _rig.Stream.History.Earlier.ShouldBeNull();
    }

    [Fact]
    public void TryTake_Off_NeverRequests()
    {
        HistoryRequester off = new(_rig.Connections.All[0].Receive.Streams, 0, _rig.Time);
        Receive(0, 9);
        _rig.Time.Advance(TimeSpan.FromSeconds(10));

        off.TryTake(1, out _).ShouldBeFalse();
    }

    [Fact]
    public void TryTake_HistoryRestarts_RequestsItsPastToo()
    {
        Receive(100_000, 100_009);
        CountRequests(120).ShouldBe(HistoryRequester.MaxRequests);

        // The clock was set back by more than is kept.
        Receive(0, 9);

        CountRequests(120).ShouldBe(HistoryRequester.MaxRequests);
    }

    // The monitor hears blocks; the rig of the past is the connector that has them too.
    private void Receive(int from, int to)
    {
        for (int i = from; i < to; i++)
            _past.Run(i, _rig.Stream.History);
    }

    private HistoryRequest? Take()
    {
        _rig.Time.Advance(TimeSpan.FromMilliseconds(100));
        return _requester.TryTake(++_id, out HistoryRequest request) ? request : null;
    }

    private int CountRequests(double seconds) =>
        Enumerable.Range(0, (int)(seconds * 10)).Count(_ => Take() is not null);

    private void Answer(HistoryAnswer answer)
    {
        answer.Id = _id;
        ArrayBufferWriter<byte> output = new();
        answer.Write(output);
        FrameBuffer buffer = new(FrameLimits.Default);
        buffer.TrySetPayload(output.WrittenSpan).ShouldBeTrue();
        _requester.Receive(buffer);
    }
}
