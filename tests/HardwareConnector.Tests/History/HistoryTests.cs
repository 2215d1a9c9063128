using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.History;
using HardwareConnector.Tests.Control;
using HardwareConnector.Tests.Publishing;
using Testing;

namespace HardwareConnector.Tests.History;

/// <summary>History over real sockets, out of a real journal, by the history loop on its thread.</summary>
public sealed class HistoryTests : IDisposable
{
    private const int MaxSeconds = 60;
    private const int MaxBehind = 300;
    private readonly RunningControl _control = new(TimeProvider.System, TimeProvider.System, MaxSeconds);
    private readonly CancellationTokenSource _stop = new();
    private readonly HistoryLoop _loop;
    private readonly Thread _thread;

    public HistoryTests()
    {
        _loop = new HistoryLoop(
            _control.Histories,
            Publisher.Recorder,
            Publisher.Registry,
            Publisher.Feeds,
            BuiltInSerializers.CreateRegistry(),
            MaxBehind);
        _thread = new Thread(() => _loop.Run(_stop.Token)) { IsBackground = true };
    }

    private RunningPublisher Publisher => _control.Publisher;

    public void Dispose()
    {
        _stop.Cancel();
        if (_thread.IsAlive)
            _thread.Join();
        _stop.Dispose();
        _control.Dispose();
    }

    [Fact]
    public void History_Answer_IsTheBucketsOfTheRecordedFrames()
    {
        _thread.Start();
        Publish(137);
        Taken(137);

        HistoryAnswer answer = Ask(MaxSeconds);
        (answer.Id, answer.Stream, answer.BucketNs, answer.Buckets).ShouldBe((5u, 1u, 100_000_000, 14));
        (answer.T0, answer.UntilNs).ShouldBe((TestRig.DueNs(0), TestRig.DueNs(137)));
        RecordedBuckets.ShouldHold(answer, Publisher.Recorder, TestRig.Stream, 137);
    }

    [Fact]
    public void History_FewerSeconds_IsTheNewestPart()
    {
        _thread.Start();
        Publish(250);
        Taken(250);

        HistoryAnswer answer = Ask(1);
        (answer.T0, answer.Buckets).ShouldBe((TestRig.DueNs(140), 11));
        RecordedBuckets.ShouldHold(answer, Publisher.Recorder, TestRig.Stream, 250);
    }

    [Fact]
    public void History_Silence_IsBucketsOfNaN()
    {
        _thread.Start();
        Publish(10);
        Publish(10, from: 50);
        Taken(20);

        HistoryColumn column = Ask(MaxSeconds).Columns[0];
        column.Counts.ShouldBe([200, 0, 0, 0, 0, 200]);
        column.Min[1..5].ShouldAllBe(value => double.IsNaN(value));
    }

    [Fact]
    public void History_FarBehind_PassesBlocksOverAndCountsThem()
    {
        const int Blocks = MaxBehind + 10;
        Publish(Blocks);
        _thread.Start();
        Eventually.True(() => _loop.Counters.Blocks == 1, "the newest block is taken");

        _loop.Counters.Skipped.ShouldBe(Blocks - 1);
        Ask(MaxSeconds).T0.ShouldBe(TestRig.DueNs(Blocks - 1) / 100_000_000 * 100_000_000);
    }

    [Fact]
    public void History_UnknownStream_IsNotFoundAndNamesTheKnown()
    {
        _thread.Start();
        Publish(1);
        Taken(1);
        _control.Send(new HistoryRequest(6, 77, 10).Write);

        Error().ShouldBe(new ErrorAnswer(6, ErrorAnswer.NotFound, "stream 77 has no history; known are 1"));
    }

    [Fact]
    public void History_BeforeTheFirstBlock_IsNotFound()
    {
        _thread.Start();
        _control.Send(new HistoryRequest(6, 1, 10).Write);

        Error().Code.ShouldBe(ErrorAnswer.NotFound);
    }

    [Fact]
    public void History_SecondsOutOfRange_ReportsWhatIsAllowed()
    {
        _control.Send(new HistoryRequest(6, 1, 601).Write);

        ErrorAnswer error = Error();
        (error.Id, error.Code).ShouldBe((6u, ErrorAnswer.BadRequest));
        error.Message.ShouldContain("1 to 600");
    }

    [Fact]
    public void History_Off_IsUnsupported()
    {
        ErrorAnswer? error =
            new HistoryService(new HistoryStore(0)).Write(new HistoryRequest(6, 1, 10), new PayloadBuffer());

        error.ShouldNotBeNull().Code.ShouldBe(ErrorAnswer.Unsupported);
    }

    [Fact]
    public void Follow_WarmBlocks_DoesNotAllocate()
    {
        Publish(700);
        using StreamFollower follower = new(
            1,
            Publisher.Recorder,
            new RecordedCatalogues(Publisher.Registry, Publisher.Recorder),
            BuiltInSerializers.CreateRegistry().CreateSet(),
            _control.Histories,
            _loop.Counters);
        follower.Step(100).ShouldBeTrue();

        Allocation.MinOf(GC.GetAllocatedBytesForCurrentThread, () => follower.Step(100)).ShouldBe(0);
        _loop.Counters.Blocks.ShouldBe(400);
    }

    private void Publish(int blocks, int from = 0)
    {
        for (int i = from; i < from + blocks; i++)
        {
            TestRig.Offer(Publisher.Feed, i);
            Publisher.Next(FrameKind.Data);
        }

        ulong last = Publisher.Header.Sequence;
        Eventually.True(() => Publisher.Recorder.Marks(1)?.Written == last, "every block is written");
    }

    private void Taken(int blocks) => Eventually.True(() => _loop.Counters.Blocks == blocks, "every block is taken");

    private HistoryAnswer Ask(uint seconds)
    {
        _control.Send(new HistoryRequest(5, 1, seconds).Write);
        Receive();
        return HistoryAnswer.Read(_control.Answer.Payload, out MapFault fault).ShouldNotBeNull(fault.ToString());
    }

    private ErrorAnswer Error()
    {
        Receive();
        return ErrorAnswer.Read(_control.Answer.Payload, out _).ShouldNotBeNull();
    }

    private void Receive() =>
        Eventually.True(() => _control.Client.TryReceive(_control.Answer) == ReceiveStatus.Control, "an answer comes");
}
