namespace SignalMonitor.Notifications;

/// <summary>Messages of the last minute. One thread at a time.</summary>
/// <param name="perMinute">Messages in any minute at most.</param>
/// <param name="time">Clock.</param>
internal sealed class RateLimit(int perMinute, TimeProvider time)
{
    private static readonly TimeSpan Window = TimeSpan.FromMinutes(1);
    private readonly Queue<long> _sentAt = new();

    /// <summary>Notes a message that was sent.</summary>
    public void Note()
    {
        _sentAt.Enqueue(time.GetTimestamp());
        if (_sentAt.Count > perMinute)
            _sentAt.Dequeue();
    }

    /// <summary>How long the next message has to wait; zero: not at all.</summary>
    public TimeSpan Wait()
    {
        if (_sentAt.Count < perMinute)
            return TimeSpan.Zero;
        TimeSpan left = Window - time.GetElapsedTime(_sentAt.Peek());
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }
}
