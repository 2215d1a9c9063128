using FuncLibs.Messaging.RigLink;
using Simulator.Serving;

namespace Simulator.Tests.Serving;

public sealed class SendQueueTests
{
    private const int FrameBytes = 1000;

    [Fact]
    public void TryNext_EveryBufferInABurst_DoesNotAllocate()
    {
        var queue = new SendQueue(8, FrameBytes);
        byte[] body = new byte[FrameBytes - LinkProtocol.HeaderBytes];

        Fill(new SendQueue(8, FrameBytes), body);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Fill(queue, body);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
        (queue.Held, queue.PerMille).ShouldBe((8, (ushort)1000));
    }

    [Fact]
    public void TryNext_Full_IsNull()
    {
        var queue = new SendQueue(1, FrameBytes);
        queue.TryNext().ShouldNotBeNull().WriteHeartbeat();
        queue.Commit();

        queue.TryNext().ShouldBeNull();
    }

    [Fact]
    public void TryNext_FramesAboveTheBudgetOfMemory_AreMadeWhenFirstUsed()
    {
        const int HalfOfIt = 16 << 20;
        var queue = new SendQueue(3, HalfOfIt);
        for (int i = 0; i < 3; i++)
        {
            queue.TryNext().ShouldNotBeNull().WriteHeartbeat();
            queue.Commit();
        }

        queue.Held.ShouldBe(3);
    }

    private static void Fill(SendQueue queue, ReadOnlySpan<byte> body)
    {
        while (queue.TryNext() is { } slot)
        {
            slot.Begin(LinkFrameType.Block);
            body.CopyTo(slot.GetSpan(body.Length));
            slot.Advance(body.Length);
            slot.End();
            queue.Commit();
        }
    }
}
