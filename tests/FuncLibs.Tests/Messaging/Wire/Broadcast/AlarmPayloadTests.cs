using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Tests.Messaging.Wire.Broadcast;

public sealed class AlarmPayloadTests
{
    private static readonly AlarmPayload Sample = new(
        7, 1, 3, 500, 123_456, 1_763_700_315_000_000_000, "servo1.force",
        "critical", "normal", "active", "raised", 103.5, 12, 2, "", "too high");

    private readonly ArrayBufferWriter<byte> _bytes = new();

    [Theory]
    [InlineData(103.5)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(-0.0)]
    public void Read_Written_IsTheSame(double value)
    {
        AlarmPayload notice = Sample with { Value = value, By = "Jörg", Epoch = ulong.MaxValue, SampleIndex = -1 };
        notice.Write(_bytes);

        AlarmPayload.Read(_bytes.WrittenSpan, out MapFault fault).ShouldBe(notice);
        fault.Member.ShouldBeNull();
    }

    [Fact]
    public void Write_HasTheBytesOfTheDocument()
    {
        (Sample with
        {
            UtcNs = 9,
            SampleIndex = 8,
            Sequence = 5,
            Value = 1.5,
            By = "al",
            Name = "ad7",
            Text = "t",
        }).Write(_bytes);

        _bytes.WrittenSpan.ToArray().ShouldBe(
        [
            0xDE, 0x00, 0x11,
            0xA1, .. "n"u8, 0x07,
            0xA6, .. "stream"u8, 0x01,
            0xA5, .. "epoch"u8, 0x03,
            0xA8, .. "sequence"u8, 0x05,
            0xAB, .. "sampleIndex"u8, 0x08,
            0xA5, .. "utcNs"u8, 0x09,
            0xA4, .. "kind"u8, 0xA5, .. "alarm"u8,
            0xA4, .. "name"u8, 0xA3, .. "ad7"u8,
            0xA8, .. "severity"u8, 0xA8, .. "critical"u8,
            0xA4, .. "from"u8, 0xA6, .. "normal"u8,
            0xA5, .. "state"u8, 0xA6, .. "active"u8,
            0xA5, .. "cause"u8, 0xA6, .. "raised"u8,
            0xA5, .. "value"u8, 0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0,
            0xA5, .. "limit"u8, 0x0C,
            0xA8, .. "revision"u8, 0x02,
            0xA2, .. "by"u8, 0xA2, .. "al"u8,
            0xA4, .. "text"u8, 0xA1, .. "t"u8,
        ]);
    }

    [Fact]
    public void Read_AnotherKind_IsNoneAndNoFault()
    {
        new RestoredPayload(1, 2, 3, 4, 5).Write(_bytes);

        AlarmPayload.Read(_bytes.WrittenSpan, out MapFault fault).ShouldBeNull();
        fault.Member.ShouldBeNull();
    }

    [Fact]
    public void OtherKinds_ReadAnAlarm_AreNoneAndNoFault()
    {
        Sample.Write(_bytes);

        EpochEndPayload.TryRead(_bytes.WrittenSpan, out _, out MapFault ofEpoch).ShouldBeFalse();
        ClockStepPayload.TryRead(_bytes.WrittenSpan, out _, out MapFault ofClock).ShouldBeFalse();
        RestoredPayload.TryRead(_bytes.WrittenSpan, out _, out MapFault ofRestored).ShouldBeFalse();
        (ofEpoch.Member, ofClock.Member, ofRestored.Member).ShouldBe((null, null, null));
    }

    [Theory]
    [InlineData("n")]
    [InlineData("limit")]
    [InlineData("name")]
    [InlineData("state")]
    public void Read_WithoutAMember_NamesIt(string member)
    {
        AlarmPayload without = member switch
        {
            "n" => Sample with { Number = 0 },
            "limit" => Sample with { Limit = 0 },
            "name" => Sample with { Name = "" },
            _ => Sample with { State = "" },
        };
        without.Write(_bytes);

        AlarmPayload.Read(_bytes.WrittenSpan, out MapFault fault).ShouldBeNull();
        fault.Member.ShouldBe(member);
    }

    [Fact]
    public void Read_CutAnywhere_IsAFault()
    {
        Sample.Write(_bytes);
        for (int length = 0; length < _bytes.WrittenCount; length++)
        {
            AlarmPayload.Read(_bytes.WrittenSpan[..length], out MapFault fault).ShouldBeNull();
            fault.Member.ShouldNotBeNull();
        }
    }

    [Fact]
    public void Read_BytesChangedAtRandom_NeverThrows()
    {
        Sample.Write(_bytes);
        Random random = new(1);
        int read = 0;
        for (int round = 0; round < 100_000; round++)
        {
            byte[] bytes = _bytes.WrittenSpan.ToArray();
            for (int changes = random.Next(1, 6); changes > 0; changes--)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            read += AlarmPayload.Read(bytes.AsSpan(0, random.Next(bytes.Length + 1)), out _) is null ? 0 : 1;
        }

        read.ShouldBeInRange(0, 50_000);
    }
}
