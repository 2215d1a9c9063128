using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Tests.Messaging.Wire.Broadcast;

public sealed class ClockStepPayloadTests
{
    private readonly ArrayBufferWriter<byte> _bytes = new();

    [Theory]
    [InlineData(3_600_000_000_000)]
    [InlineData(-3_600_000_000_000)]
    [InlineData(long.MinValue)]
    public void TryRead_Written_IsTheSame(long step)
    {
        ClockStepPayload notice = new(1_763_700_315_000_000_000, step);
        notice.Write(_bytes);

        ClockStepPayload.TryRead(_bytes.WrittenSpan, out ClockStepPayload back, out _).ShouldBeTrue();
        back.ShouldBe(notice);
    }

    [Fact]
    public void Write_HasTheBytesOfTheDocument()
    {
        new ClockStepPayload(1, -2).Write(_bytes);

        _bytes.WrittenSpan.ToArray().ShouldBe(
            [0x83, 0xA4, .. "kind"u8, 0xA5, .. "clock"u8, 0xA5, .. "utcNs"u8, 0x01, 0xA6, .. "stepNs"u8, 0xFE]);
    }

    [Fact]
    public void TryRead_AnotherKind_IsNoneAndNoFault()
    {
        new EpochEndPayload(1, 2, 3, 4, 5, Exact: true).Write(_bytes);

        ClockStepPayload.TryRead(_bytes.WrittenSpan, out _, out MapFault fault).ShouldBeFalse();
        fault.Member.ShouldBeNull();
    }

    [Fact]
    public void TryRead_WithoutAStep_IsAFault()
    {
        new ClockStepPayload(1, 0).Write(_bytes);

        ClockStepPayload.TryRead(_bytes.WrittenSpan, out _, out MapFault fault).ShouldBeFalse();
        fault.Member.ShouldBe("stepNs");
    }

    [Fact]
    public void TryRead_CutAnywhere_IsAFault()
    {
        new ClockStepPayload(1_763_700_315_000_000_000, 5).Write(_bytes);
        for (int length = 0; length < _bytes.WrittenCount; length++)
        {
            ClockStepPayload.TryRead(_bytes.WrittenSpan[..length], out _, out MapFault fault).ShouldBeFalse();
            fault.Member.ShouldNotBeNull();
        }
    }
}
