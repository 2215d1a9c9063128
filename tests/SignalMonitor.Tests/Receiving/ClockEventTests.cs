using System.Buffers;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Receiving;
using SignalMonitor.Streams;

namespace SignalMonitor.Tests.Receiving;

public sealed class ClockEventTests : IDisposable
{
    private const long Hour = 3_600_000_000_000;
    private readonly IntakeRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Receive_ClockEvent_IsCountedOnceHoweverOftenItComes()
    {
        _rig.ClockStep(5, Hour);
        _rig.ClockStep(5, Hour);
        _rig.ClockStep(4, Hour);
        _rig.ClockStep(6, -Hour);
        _rig.ClockStep(1, long.MinValue, epoch: 2);

        (_rig.State.Clock.Read().ConnectorSteps, _rig.State.Clock.Connector.LastNs).ShouldBe((3L, long.MinValue));
        _rig.State.Bad.Total.ShouldBe(0);
    }

    [Fact]
    public void Receive_ClockEvent_ValuesStayFreshAndInOrder()
    {
        _rig.Heartbeat(0);
        _rig.Data(1).ShouldBeTrue();
        _rig.ClockStep(5, Hour);
        _rig.Time.Step(TimeSpan.FromHours(1));
        _rig.Time.Advance(TimeSpan.FromMilliseconds(250));
        _rig.Heartbeat(1);
        _rig.Data(2).ShouldBeTrue();

        _rig.Staleness.State.ShouldBe(StaleState.Fresh);
        (_rig.Stream.Account().Delivered, _rig.Stream.Account().Published).ShouldBe((2L, 2L));
    }

    [Fact]
    public void Receive_EventOfAnotherKind_IsNoFault()
    {
        ArrayBufferWriter<byte> payload = new();
        new EpochEndPayload(1, 2, 3, 4, 5, Exact: true).Write(payload);
        _rig.Raw(FrameKind.Event, payload.WrittenSpan);

        (_rig.State.Bad.Total, _rig.State.Clock.Read().ConnectorSteps).ShouldBe((0L, 0L));
    }

    [Fact]
    public void Receive_EventOfARig_IsKeptWithTheNameOfItsStream()
    {
        _rig.Data(1);
        ArrayBufferWriter<byte> payload = new();
        RigEventPayload rigEvent =
            new(1, TestStream.Id, 1, 2, 40, 5, "estop", EventSeverity.Error, "servo1", "pressure off");
        rigEvent.Write(payload);
        _rig.Raw(FrameKind.Event, payload.WrittenSpan);

        _rig.State.Events.Read().Last.ShouldHaveSingleItem().ShouldBe(new RigEvent(1, "main", rigEvent));
        _rig.State.Bad.Total.ShouldBe(0);
    }

    [Fact]
    public void Receive_EventOfARigThatIsHalf_IsCounted()
    {
        ArrayBufferWriter<byte> payload = new();
        new RigEventPayload(0, 1, 1, 2, 40, 5, "estop", EventSeverity.Error, "servo1", "").Write(payload);
        _rig.Raw(FrameKind.Event, payload.WrittenSpan);

        (_rig.State.Bad.Get(BadFrame.Decode), _rig.State.Events.Read().Count).ShouldBe((1, 0));
    }

    [Fact]
    public void Receive_EventThatIsNone_IsCounted()
    {
        _rig.Raw(FrameKind.Event, [0xC1]);

        _rig.State.Bad.Get(BadFrame.Decode).ShouldBe(1);
    }
}
