namespace Testing;

/// <summary>A clock that stands until it is moved: UTC and time stamps go together. Any thread may read it.</summary>
public sealed class FakeTime : TimeProvider
{
    private static readonly long Start = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero).UtcTicks;

    private long _ticks;

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Lets time pass.</summary>
    public void Advance(TimeSpan by) => Interlocked.Add(ref _ticks, by.Ticks);

    /// <inheritdoc/>
    public override long GetTimestamp() => Volatile.Read(ref _ticks);

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => new(Start + Volatile.Read(ref _ticks), TimeSpan.Zero);
}
