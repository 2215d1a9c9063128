using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Tests.Messaging.Wire.Broadcast;

public class RigEventPayloadTests
{
    private static readonly RigEventPayload Sample =
        new(
            3,
            7,
            1763700315123,
            1426,
            28500,
            1763700315123456700,
            "estop",
            EventSeverity.Error,
            "servo2",
            "pressure off");

    [Theory]
    [InlineData(EventSeverity.Info)]
    [InlineData(EventSeverity.Warning)]
    [InlineData(EventSeverity.Error)]
    public void Read_WhatWasWritten_ComesBack(EventSeverity severity)
    {
        RigEventPayload sent = Sample with { Severity = severity };

        RigEventPayload.Read(Encode(sent), out MapFault fault).ShouldBe(sent);
        fault.Member.ShouldBeNull();
    }

    [Fact]
    public void Write_Kind_IsRig()
    {
        byte[] kind = [0xA4, .. "kind"u8, 0xA3, .. "rig"u8];

        Encode(Sample).AsSpan().IndexOf(kind).ShouldBePositive();
    }

    [Fact]
    public void Read_EventOfAnotherKind_IsNullAndNoFault()
    {
        ArrayBufferWriter<byte> other = new();
        new ClockStepPayload(1, 2).Write(other);

        RigEventPayload.Read(other.WrittenSpan, out MapFault fault).ShouldBeNull();
        fault.Member.ShouldBeNull();
    }

    [Fact]
    public void Read_EveryTruncation_IsAFault()
    {
        byte[] payload = Encode(Sample);
        for (int length = 0; length < payload.Length; length++)
        {
            RigEventPayload.Read(payload.AsSpan(0, length), out MapFault fault).ShouldBeNull();
            fault.Member.ShouldNotBeNull();
        }
    }

    [Theory]
    [InlineData(0, "estop", "n")]
    [InlineData(1, "", "name")]
    public void Read_WithoutNumberOrName_NamesIt(long number, string name, string member)
    {
        RigEventPayload.Read(Encode(Sample with { Number = number, Name = name }), out MapFault fault).ShouldBeNull();
        fault.Member.ShouldBe(member);
    }

    private static byte[] Encode(RigEventPayload notice)
    {
        ArrayBufferWriter<byte> output = new();
        notice.Write(output);
        return output.WrittenSpan.ToArray();
    }
}
