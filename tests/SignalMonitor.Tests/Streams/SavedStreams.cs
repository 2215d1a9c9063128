using FuncLibs.Messaging.Delivery;
using SignalMonitor.Streams;

namespace SignalMonitor.Tests.Streams;

/// <summary>Saved positions as a test wants them.</summary>
internal static class SavedStreams
{
    public const string Connection = "tcp://127.0.0.1:5556";

    /// <summary>A stream of which blocks 1 to <paramref name="last"/> were delivered.</summary>
    public static SavedStream Of(
        ulong last, string connection = Connection, uint stream = TestStream.Id, ulong epoch = 1)
    {
        var tracker = new OrderTracker(TestStream.Publisher, stream);
        for (ulong sequence = 1; sequence <= last; sequence++)
            tracker.OnFrame(Receiving.IntakeRig.DataHeader(sequence, epoch) with { Stream = stream });
        return new(
            connection,
            "main",
            new DeliveryPosition(epoch, last + 1, tracker.Snapshot()),
            0,
            new long[BadFrameCounts.Causes]);
    }
}
