using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using Testing;

namespace HardwareConnector.Tests.Publishing;

public sealed class ClockStepTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(-1)]
    public void Run_ClockStepped_IsAnEventAndBlocksGoOnAsTheyWere(int hours)
    {
        FakeTime time = new();
        TimeSpan step = TimeSpan.FromHours(hours);
        using RunningPublisher publisher = new RunningPublisher(time).Join().Describe();
        TestRig.Offer(publisher.Feed, 0);
        publisher.Next(FrameKind.Data).Sequence.ShouldBe(1UL);
        ulong control = LastControl(publisher, time);

        time.Step(step);
        time.Advance(TimeSpan.FromMilliseconds(250));

        FrameHeader header = publisher.Next(FrameKind.Event);
        (header.Stream, header.Sequence, publisher.Topic).ShouldBe(
            (FrameHeader.ControlStream, control + 1, "E/lab/rig1/_/"));
        ClockStepPayload.TryRead(publisher.Payload, out ClockStepPayload notice, out _).ShouldBeTrue();
        notice.StepNs.ShouldBe(step.Ticks * 100);
        publisher.Next().Kind.ShouldBe(FrameKind.Heartbeat);
        Eventually.True(() => publisher.Loop.Clock.Count == 1, "it is counted");
        publisher.Loop.Clock.LastNs.ShouldBe(step.Ticks * 100);
        for (int i = 1; i <= 20; i++)
        {
            TestRig.Offer(publisher.Feed, i);
            FrameHeader block = publisher.Next(FrameKind.Data);
            (block.Sequence, block.AcquiredNs, block.Flags).ShouldBe(((ulong)i + 1, TestRig.DueNs(i), FrameFlags.None));
        }
    }

    [Fact]
    public void Run_ClockStepped_HeartbeatsKeepTheirRate()
    {
        FakeTime time = new();
        using RunningPublisher publisher = new RunningPublisher(time).Join();
        time.Step(TimeSpan.FromHours(-1));
        time.Advance(TimeSpan.FromMilliseconds(250));
        ulong last = publisher.Next(FrameKind.Heartbeat).Sequence;
        for (int i = 0; i < 8; i++)
        {
            time.Advance(TimeSpan.FromMilliseconds(250));
            publisher.Next().Kind.ShouldBe(FrameKind.Heartbeat);
            publisher.Header.Sequence.ShouldBe(++last);
        }
    }

    // The control stream's last sequence, as the next heartbeat says it.
    private static ulong LastControl(RunningPublisher publisher, FakeTime time)
    {
        time.Advance(TimeSpan.FromMilliseconds(250));
        publisher.Next(FrameKind.Heartbeat);
        return publisher.Heartbeat().Streams.Single(stream => stream.Id == FrameHeader.ControlStream).Last;
    }
}
