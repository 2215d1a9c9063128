using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Tests.Messaging.Wire.Broadcast;

public class LossPayloadTests
{
    [Theory]
    [InlineData(17ul)]
    [InlineData(null)]
    public void Read_EitherForm_ComesBack(ulong? epoch)
    {
        var notice = new LossPayload(3, epoch, 100, 199, "source ring full");
        var output = new ArrayBufferWriter<byte>();
        notice.Write(output);
        LossPayload.Read(output.WrittenSpan, out _).ShouldBe(notice);
    }

    [Fact]
    public void Read_RangeBackwards_IsRefused()
    {
        var output = new ArrayBufferWriter<byte>();
        new LossPayload(3, 1, 5, 4, "").Write(output);
        LossPayload.Read(output.WrittenSpan, out MapFault fault).ShouldBeNull();
        fault.Member.ShouldBe("loss");
    }
}
