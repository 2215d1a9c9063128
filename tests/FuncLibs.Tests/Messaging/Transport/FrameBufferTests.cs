using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Tests.Messaging.Transport;

public sealed class FrameBufferTests
{
    [Fact]
    public void MemoryBytes_SmallFrameInABufferOfALargeOne_IsThatOfTheSmallOne()
    {
        FrameBuffer buffer = new(FrameLimits.Default);
        buffer.TrySetPayload(new byte[4 << 20]).ShouldBeTrue();
        buffer.TrySetPayload(new byte[1000]).ShouldBeTrue();
        int counted = buffer.MemoryBytes;

        buffer.Trim();

        (counted, buffer.MemoryBytes, buffer.Payload.Length).ShouldBe((buffer.MemoryBytes, counted, 1000));
        counted.ShouldBeLessThan(8000);
    }

    [Fact]
    public void Trim_FrameOfTheUsualSize_KeepsItsBuffer()
    {
        FrameBuffer buffer = new(FrameLimits.Default, 160 << 10);
        buffer.TrySetPayload(new byte[128 << 10]).ShouldBeTrue();

        buffer.Trim();

        buffer.MemoryBytes.ShouldBeGreaterThanOrEqualTo(160 << 10);
    }
}
