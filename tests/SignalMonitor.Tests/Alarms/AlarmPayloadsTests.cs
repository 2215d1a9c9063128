using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Alarms;

namespace SignalMonitor.Tests.Alarms;

public class AlarmPayloadsTests
{
    [Fact]
    public void From_Event_EqualsTheEvent()
    {
        using AlarmRig rig = new(AlarmRig.Upper);
        rig.Feed(9, 11);
        AlarmEvent made = rig.Events().ShouldHaveSingleItem();
        ArrayBufferWriter<byte> wire = new();
        AlarmPayloads.From(made, stream: 3).Write(wire);
        AlarmPayload notice = AlarmPayload.Read(wire.WrittenSpan, out MapFault _).ShouldNotBeNull();

        notice.Number.ShouldBe(made.Number);
        notice.SampleIndex.ShouldBe(made.SampleIndex);
        notice.UtcNs.ShouldBe(made.UtcNs);
        notice.State.ShouldBe(AlarmNames.Get(made.To));
        notice.Value.ShouldBe(made.Value);
        notice.Text.ShouldBe(AlarmText.Format(made));
        notice.Stream.ShouldBe(3u);
    }
}
