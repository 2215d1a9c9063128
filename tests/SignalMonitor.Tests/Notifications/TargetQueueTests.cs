using SignalMonitor.Notifications;

namespace SignalMonitor.Tests.Notifications;

public sealed class TargetQueueTests : IDisposable
{
    private readonly TargetQueue _queue = new(3);

    public void Dispose() => _queue.Dispose();

    [Fact]
    public void Add_QueueFull_DropsTheOldestAndTheArithmeticCloses()
    {
        Fill(5);

        _queue.Counts.ShouldBe(new QueueCounts(5, 0, 2, 3));
        Titles().ShouldBe(["alarm 3", "alarm 4", "alarm 5"]);
    }

    [Fact]
    public void Add_QueueFullWhileTheOldestIsSent_KeepsWhatIsSent()
    {
        Fill(3);
        _queue.Take(1);
        _queue.Add(Messages.Create(4));
        Titles().ShouldBe(["alarm 1", "alarm 3", "alarm 4"]);
        _queue.Complete();

        _queue.Counts.ShouldBe(new QueueCounts(4, 1, 1, 2));
    }

    [Fact]
    public void Add_QueueFullAndAllIsSent_DropsTheNewest()
    {
        Fill(3);
        _queue.Take(3);
        _queue.Add(Messages.Create(4));
        _queue.Complete();

        _queue.Counts.ShouldBe(new QueueCounts(4, 3, 1, 0));
    }

    [Fact]
    public void Return_MessagesWaitOn()
    {
        Fill(2);
        _queue.Take(2);
        _queue.Return();

        _queue.Counts.ShouldBe(new QueueCounts(2, 0, 0, 2));
    }

    [Fact]
    public void DropBefore_OldMessages_AreCounted()
    {
        _queue.Add(Messages.Create(1, utcNs: 10));
        _queue.Add(Messages.Create(2, utcNs: 20));

        _queue.DropBefore(20).ShouldBe(1);
        _queue.Counts.ShouldBe(new QueueCounts(2, 0, 1, 1));
    }

    private string[] Titles() => [.. _queue.Read().Held.Select(message => message.Title)];

    private void Fill(int count)
    {
        for (int i = 1; i <= count; i++)
            _queue.Add(Messages.Create(i));
    }
}
