namespace Testing;

/// <summary>
/// A clock that stands until it is moved: UTC and time stamps go together, but for a step. Any thread may read it.
/// </summary>
public sealed class FakeTime : TimeProvider
{
    private static readonly long Start = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero).UtcTicks;

    private long _ticks;
    private long _stepped;

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Lets time pass.</summary>
    public void Advance(TimeSpan by) => Interlocked.Add(ref _ticks, by.Ticks);

    /// <summary>Steps the wall clock, which time stamps do not follow.</summary>
    public void Step(TimeSpan by) => Interlocked.Add(ref _stepped, by.Ticks);

    /// <inheritdoc/>
    public override long GetTimestamp() => Volatile.Read(ref _ticks);

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() =>
        new(Start + Volatile.Read(ref _ticks) + Volatile.Read(ref _stepped), TimeSpan.Zero);
}
