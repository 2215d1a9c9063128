using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Tests.Messaging.Wire.Broadcast;

public sealed class BreakPayloadTests
{
    private readonly ArrayBufferWriter<byte> _bytes = new();

    [Fact]
    public void Write_HasTheBytesOfTheDocument()
    {
        new BreakPayload(7, 1, 3, 5, 8, 9, "b", "servo1.force", 1.5, 1.5, 6, "t").Write(_bytes);

        _bytes.WrittenSpan.ToArray().ShouldBe(
        [
            0x8D,
            0xA1, .. "n"u8, 0x07,
            0xA6, .. "stream"u8, 0x01,
            0xA5, .. "epoch"u8, 0x03,
            0xA8, .. "sequence"u8, 0x05,
            0xAB, .. "sampleIndex"u8, 0x08,
            0xA5, .. "utcNs"u8, 0x09,
            0xA4, .. "kind"u8, 0xA5, .. "break"u8,
            0xA4, .. "name"u8, 0xA1, .. "b"u8,
            0xA7, .. "channel"u8, 0xAC, .. "servo1.force"u8,
            0xA5, .. "value"u8, 0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0,
            0xA4, .. "peak"u8, 0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0,
            0xA9, .. "peakIndex"u8, 0x06,
            0xA4, .. "text"u8, 0xA1, .. "t"u8,
        ]);
    }

    [Fact]
    public void OtherKinds_ReadABreak_AreNoneAndNoFault()
    {
        new BreakPayload(7, 1, 3, 5, 8, 9, "b", "servo1.force", 1.5, 1.5, 6, "t").Write(_bytes);

        AlarmPayload.Read(_bytes.WrittenSpan, out MapFault ofAlarm).ShouldBeNull();
        ClockStepPayload.TryRead(_bytes.WrittenSpan, out _, out MapFault ofClock).ShouldBeFalse();
        (ofAlarm.Member, ofClock.Member).ShouldBe((null, null));
    }
}
