namespace SignalMonitor.Notifications;

/// <summary>Messages of the last minute. One thread at a time.</summary>
/// <param name="time">Clock.</param>
internal sealed class RateLimit(TimeProvider time)
{
    private static readonly TimeSpan Window = TimeSpan.FromMinutes(1);
    private readonly Queue<long> _sentAt = new();

    /// <summary>Notes a message that was sent.</summary>
    public void Note() => _sentAt.Enqueue(time.GetTimestamp());

    /// <summary>How long the next message has to wait; zero: not at all.</summary>
    /// <param name="perMinute">Messages in any minute at most; may differ from one call to the next.</param>
    public TimeSpan Wait(int perMinute)
    {
        while (_sentAt.Count > perMinute)
            _sentAt.Dequeue();
        if (_sentAt.Count < perMinute)
            return TimeSpan.Zero;
        TimeSpan left = Window - time.GetElapsedTime(_sentAt.Peek());
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }
}
