using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Tests.Messaging.Transport;

public class FramePoolTests
{
    private static readonly FrameLimits Limits = new(1000);

    [Fact]
    public void TryRent_CapacityInUse_IsNull()
    {
        var pool = new FramePool(Limits, 1);
        FrameBuffer buffer = pool.TryRent().ShouldNotBeNull();
        pool.TryRent().ShouldBeNull();
        pool.Return(buffer);
        pool.TryRent().ShouldBeSameAs(buffer);
        (pool.Created, pool.InUse).ShouldBe((1, 1));
    }

    [Fact]
    public void Return_Twice_Throws()
    {
        var pool = new FramePool(Limits, 2);
        FrameBuffer buffer = pool.TryRent().ShouldNotBeNull();
        pool.Return(buffer);
        Should.Throw<InvalidOperationException>(() => pool.Return(buffer));
    }

    [Fact]
    public void TrySetPayload_OverTheLimit_TakesNothing()
    {
        var buffer = new FrameBuffer(Limits);
        byte[] tooLong = new byte[1001];
        long before = GC.GetAllocatedBytesForCurrentThread();
        bool taken = buffer.TrySetPayload(tooLong);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
        taken.ShouldBeFalse();
        buffer.TrySetPayload(new byte[1000]).ShouldBeTrue();
        buffer.Payload.Length.ShouldBe(1000);
    }
}
