using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Links;
using Testing;

namespace HardwareConnector.Tests.Sources.Links;

public sealed class RigEventIntakeTests : IDisposable
{
    private static readonly LinkEvent Sample =
        new("tare", TestRig.Stream.Id, 40, 1, EventSeverity.Info, "servo1.stroke", "reads 0");
    private readonly FakeTime _time = new();
    private readonly SourceFeed _feed = new(256);
    private readonly RigEventIntake _intake;

    public RigEventIntakeTests()
    {
        _feed.Describe(TestRig.Describe(_feed), default);
        _feed.Ring.TryRead(out _).ShouldBeTrue();
        _intake = new RigEventIntake(_feed, _time);
    }

    public void Dispose() => _feed.Dispose();

    [Fact]
    public void Take_Event_GoesOnWithTheStreamThatItIsOf()
    {
        _intake.Accept(Encode(Sample));

        _feed.Ring.TryRead(out SourceItem item).ShouldBeTrue();
        (item.Kind, item.Stream, item.Event).ShouldBe((SourceItemKind.Event, 0, Sample));
        (_feed.Events.Taken, _feed.Events.Unusable, _feed.Events.Lost).ShouldBe((1, 0, 0));
    }

    [Fact]
    public void Take_NoEventOrOfNoStream_IsCountedWithItsReason()
    {
        _intake.Accept([0xC1]);
        _feed.Events.LastFault!.ShouldStartWith("event at byte 0");
        _intake.Accept(Encode(Sample with { Stream = 99 }));

        (_feed.Events.Taken, _feed.Events.Unusable, _feed.Events.LastFault).ShouldBe(
            (0, 2, "the hello has no stream 99"));
        _feed.Ring.Count.ShouldBe(0);
    }

    [Fact]
    public void Take_MoreThanAHundredInASecond_TheRestIsCountedUntilTheNext()
    {
        for (int i = 0; i < RigEventIntake.MaxPerSecond + 7; i++)
            _intake.Accept(Encode(Sample));
        (_feed.Events.Taken, _feed.Events.Lost).ShouldBe((RigEventIntake.MaxPerSecond, 7));
        _time.Advance(TimeSpan.FromSeconds(1));
        _intake.Accept(Encode(Sample));

        _feed.Events.Taken.ShouldBe(RigEventIntake.MaxPerSecond + 1);
    }

    [Fact]
    public void Take_FullQueue_IsCounted()
    {
        using SourceFeed small = new(2);
        small.Describe(TestRig.Describe(small), default);
        RigEventIntake intake = new(small, _time);
        intake.Accept(Encode(Sample));
        intake.Accept(Encode(Sample));

        (small.Events.Taken, small.Events.Lost).ShouldBe((1, 1));
    }

    private static byte[] Encode(LinkEvent happened)
    {
        LinkFrameWriter frame = new();
        happened.Write(frame);
        return frame.Frame[LinkProtocol.HeaderBytes..].ToArray();
    }
}
