using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Publishing;

namespace HardwareConnector.Tests.Publishing;

public sealed class RigEventLogTests : IDisposable
{
    private readonly RunningPublisher _publisher = new RunningPublisher().Join().Describe();

    public void Dispose() => _publisher.Dispose();

    [Fact]
    public void Run_Event_IsAnEventFrameThatNamesTheBlockBehindIt()
    {
        TestRig.Offer(_publisher.Feed, 0);
        _publisher.Feed.ReportState(0, new LinkEvent("estop", 1, 20, 5, EventSeverity.Error, "servo1", "pressure off"));
        TestRig.Offer(_publisher.Feed, 1);

        _publisher.Next(FrameKind.Data).Sequence.ShouldBe(1UL);
        FrameHeader frame = _publisher.Next(FrameKind.Event);
        PublishedStream stream = _publisher.Registry.Current.Streams[0];
        RigEventPayload.Read(_publisher.Payload, out _).ShouldBe(
            new RigEventPayload(
                1,
                stream.Id,
                _publisher.Identity.Epoch,
                2,
                20,
                5,
                "estop",
                EventSeverity.Error,
                "servo1",
                "pressure off"));
        (frame.Stream, frame.AcquiredNs, _publisher.Topic).ShouldBe((FrameHeader.ControlStream, 5L, "E/lab/rig1/_/"));
        _publisher.Next(FrameKind.Data).Sequence.ShouldBe(2UL);
    }

    [Fact]
    public void LastOf_ManyEvents_AreTheNewestSixteenInOrder()
    {
        for (int i = 0; i < RigEventLog.Kept + 4; i++)
            _publisher.Feed.ReportState(0, new LinkEvent("tare", 1, i, i));
        for (int i = 0; i < RigEventLog.Kept + 4; i++)
            _publisher.Next(FrameKind.Event);

        Testing.Eventually.True(() => Last().Last() == RigEventLog.Kept + 4, "the last one is kept");
        Last().ShouldBe(Enumerable.Range(5, RigEventLog.Kept).Select(n => (long)n));
    }

    private IEnumerable<long> Last() => _publisher.Loop.Events.LastOf(0).Select(kept => kept.Payload.Number);
}
