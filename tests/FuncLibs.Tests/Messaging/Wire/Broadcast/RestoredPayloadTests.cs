using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Tests.Messaging.Wire.Broadcast;

public sealed class RestoredPayloadTests
{
    private static readonly RestoredPayload Notice = new(1_700_000_000_000_000_000, 7, 9, 12, 3);
    private readonly ArrayBufferWriter<byte> _output = new();

    [Fact]
    public void Write_ThenRead_IsEqual()
    {
        Notice.Write(_output);

        RestoredPayload
            .TryRead(_output.WrittenSpan, out RestoredPayload read, out MapFault fault)
            .ShouldBeTrue(fault.ToString());
        read.ShouldBe(Notice);
    }

    [Fact]
    public void TryRead_EventOfAnotherKind_IsNoFault()
    {
        new EpochEndPayload(1, 7, 1, 9, 9, Exact: true).Write(_output);

        RestoredPayload.TryRead(_output.WrittenSpan, out _, out MapFault fault).ShouldBeFalse();
        fault.ShouldBe(default);
    }

    [Fact]
    public void TryRead_CutAtAnyByte_IsRefused()
    {
        Notice.Write(_output);
        for (int length = 0; length < _output.WrittenCount; length++)
            RestoredPayload.TryRead(_output.WrittenSpan[..length], out _, out _).ShouldBeFalse($"{length} bytes");
    }
}
