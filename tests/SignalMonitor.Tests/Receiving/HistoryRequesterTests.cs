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
    private readonly HistoryRequester _asker;
    private uint _id;

    public HistoryRequesterTests() =>
        _asker = new HistoryRequester(_rig.Connections.All[0].Receive.Streams, 60, _rig.Time);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void TryTake_BlocksReachBeyondTheFirstWholeBucket_AsksOnce()
    {
        Hear(1, 4);
        Asks(1).ShouldBe(0);
        Hear(4, 9);

        Take().ShouldBe(new HistoryRequest(_id, TestStream.Id, 60));
        Answer(_past.Run(9, 12, heard: false).Answer());
        _rig.Stream.History.Earlier.ShouldNotBeNull();
        Asks(60).ShouldBe(0);
    }

    [Fact]
    public void TryTake_AnswerDidNotReachFarEnough_AsksAgainAfterASecond()
    {
        HistoryAnswer early = _past.Run(0, 1, heard: false).Answer();
        Hear(1, 9);
        Take().ShouldNotBeNull();
        Answer(early);

        Asks(0.8).ShouldBe(0);
        Asks(0.5).ShouldBe(1);
    }

    [Fact]
    public void TryTake_NoAnswer_GivesUpInTheEnd()
    {
        Hear(0, 9);

        Asks(120).ShouldBe(HistoryRequester.MostAsks);
    }

    [Fact]
    public void TryTake_NoBlockComes_AsksAfterASecond()
    {
        Asks(0.9).ShouldBe(0);
        Asks(0.5).ShouldBe(1);
    }

    [Theory]
    [InlineData(ErrorAnswer.Unsupported)]
    [InlineData(ErrorAnswer.UnknownOp)]
    public void OnError_ConnectorKeepsNone_DoesNotAskAgainOverThisLink(string code)
    {
        Hear(0, 9);
        Take().ShouldNotBeNull();
        _asker.OnError(new ErrorAnswer(_id, code, "no"));
        Asks(60).ShouldBe(0);

        _asker.Restart();
        Asks(2).ShouldBe(1);
    }

    [Fact]
    public void OnError_OfAnotherRequest_IsLeft()
    {
        Hear(0, 9);
        Take().ShouldNotBeNull();
        _asker.OnError(new ErrorAnswer(_id + 1, ErrorAnswer.Unsupported, "no"));
        Answer(_past.Answer());

        _rig.Stream.History.Earlier.ShouldNotBeNull();
    }

    [Fact]
    public void Take_AnswerNobodyWaitsFor_IsLeft()
    {
        Answer(_past.Run(0, 5, heard: false).Answer());

        _rig.Stream.History.Earlier.ShouldBeNull();
    }

    [Fact]
    public void TryTake_Off_NeverAsks()
    {
        HistoryRequester off = new(_rig.Connections.All[0].Receive.Streams, 0, _rig.Time);
        Hear(0, 9);
        _rig.Time.Advance(TimeSpan.FromSeconds(10));

        off.TryTake(1, out _).ShouldBeFalse();
    }

    [Fact]
    public void TryTake_HistoryBeginsAnew_AsksForItsPastToo()
    {
        Hear(100_000, 100_009);
        Asks(120).ShouldBe(HistoryRequester.MostAsks);

        // The clock was set back by more than is kept.
        Hear(0, 9);

        Asks(120).ShouldBe(HistoryRequester.MostAsks);
    }

    // The monitor hears blocks; the rig of the past is the connector that has them too.
    private void Hear(int from, int to)
    {
        for (int i = from; i < to; i++)
            _past.Run(i, _rig.Stream.History);
    }

    private HistoryRequest? Take()
    {
        _rig.Time.Advance(TimeSpan.FromMilliseconds(100));
        return _asker.TryTake(++_id, out HistoryRequest request) ? request : null;
    }

    private int Asks(double seconds) => Enumerable.Range(0, (int)(seconds * 10)).Count(_ => Take() is not null);

    private void Answer(HistoryAnswer answer)
    {
        answer.Id = _id;
        ArrayBufferWriter<byte> output = new();
        answer.Write(output);
        FrameBuffer buffer = new(FrameLimits.Default);
        buffer.TrySetPayload(output.WrittenSpan).ShouldBeTrue();
        _asker.Take(buffer);
    }
}
