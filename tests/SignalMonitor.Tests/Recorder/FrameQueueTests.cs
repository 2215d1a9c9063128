using SignalMonitor.Recorder;

namespace SignalMonitor.Tests.Recorder;

public sealed class FrameQueueTests
{
    [Fact]
    public void TryAdd_ManyLaps_KeepsOrderAndBytes()
    {
        FrameQueue<int> queue = new(3 << 20);
        Random random = new(5);
        Queue<(int Number, byte[] Bytes)> expected = new();
        for (int number = 0; number < 2000; number++)
        {
            byte[] bytes = new byte[random.Next(1, 100_000)];
            random.NextBytes(bytes);
            while (!queue.TryAdd(bytes.AsSpan(0, bytes.Length / 3), bytes.AsSpan(bytes.Length / 3), number))
            {
                queue.RemoveOldest();
                expected.Dequeue();
            }

            expected.Enqueue((number, bytes));
            queue.Count.ShouldBe(expected.Count);
            (int oldest, byte[] held) = expected.Peek();
            queue.Tag(0).ShouldBe(oldest);
            queue.Header(0).SequenceEqual(held.AsSpan(0, held.Length / 3)).ShouldBeTrue();
            queue.Payload(0).SequenceEqual(held.AsSpan(held.Length / 3)).ShouldBeTrue();
            queue.Tag(queue.Count - 1).ShouldBe(number);
            queue.Payload(queue.Count - 1).SequenceEqual(bytes.AsSpan(bytes.Length / 3)).ShouldBeTrue();
        }

        queue.Count.ShouldBeGreaterThan(20);
    }

    [Fact]
    public void TryAdd_LargerThanAll_IsRefused()
    {
        FrameQueue<int> queue = new(100);

        queue.TryAdd(new byte[60], new byte[41], 1).ShouldBeFalse();
        queue.TryAdd(new byte[60], new byte[40], 2).ShouldBeTrue();
        queue.TryAdd([], new byte[1], 3).ShouldBeFalse();
        queue.RemoveOldest();
        queue.TryAdd([], new byte[1], 4).ShouldBeTrue();
    }

    [Fact]
    public void TryAdd_AfterWarmUp_DoesNotAllocate()
    {
        FrameQueue<int> queue = new(4 << 20);
        byte[] payload = new byte[100_000];
        Add(queue, payload, 200);

        long before = GC.GetAllocatedBytesForCurrentThread();
        Add(queue, payload, 200);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
    }

    private static void Add(FrameQueue<int> queue, byte[] payload, int frames)
    {
        for (int i = 0; i < frames; i++)
        {
            while (!queue.TryAdd([], payload, i))
                queue.RemoveOldest();
        }
    }
}
