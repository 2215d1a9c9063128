using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Receiving;

namespace SignalMonitor.Tests.Receiving;

public class RigEventBoardTests
{
    private static readonly Guid Publisher = Guid.NewGuid();
    private readonly RigEventBoard _board = new();

    [Fact]
    public void Take_SameEventAgain_IsCountedOnce()
    {
        Take(1);
        Take(1);
        Take(2);
        Take(1);

        (_board.Read().Count, _board.Read().Missed).ShouldBe((2, 0));
    }

    [Fact]
    public void Take_GapInTheNumbers_IsMissingUnlessNotSubscribedThen()
    {
        Take(5);
        Take(9);
        Take(4, epoch: 2);
        Take(10);

        (_board.Read().Count, _board.Read().Missed).ShouldBe((3, 3));
    }

    [Fact]
    public void Read_ManyEvents_HasTheLastAndTheNewestOfEachStream()
    {
        for (int n = 1; n <= RigEventBoard.Kept + 3; n++)
            Take(n, stream: n % 2 == 0 ? "even" : "odd");

        RigEventReading reading = _board.Read();
        reading.Last
            .Select(kept => kept.Payload.Number)
            .ShouldBe(Enumerable.Range(4, RigEventBoard.Kept).Select(n => (long)n));
        (reading.NewestOf("even")!.Payload.Number, reading.NewestOf("odd")!.Payload.Number, reading.NewestOf("none"))
            .ShouldBe((18, 19, null));
    }

    private void Take(long number, ulong epoch = 1, string stream = "main") =>
        _board.Take(
            Publisher,
            epoch,
            stream,
            new RigEventPayload(number, 1, epoch, 1, 1, 1, "tare", EventSeverity.Info, "", ""));
}
