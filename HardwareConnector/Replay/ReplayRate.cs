namespace HardwareConnector.Replay;

/// <summary>The one byte rate of all replays: a bucket that fills with time, and holds what goes in 20 ms. One thread.</summary>
internal sealed class ReplayRate
{
    private const double Burst = 0.02;

    private readonly double _bytesPerSecond;
    private readonly TimeProvider _time;
    private long _filledAt;
    private double _bytes;

    public ReplayRate(double bytesPerSecond, TimeProvider time)
    {
        _bytesPerSecond = bytesPerSecond;
        _time = time;
        _filledAt = time.GetTimestamp();
    }

    /// <summary>True while something may be sent. The last frame may overdraw; what follows waits for it.</summary>
    public bool Allows()
    {
        long now = _time.GetTimestamp();
        double filled = _time.GetElapsedTime(_filledAt, now).TotalSeconds * _bytesPerSecond;
        _bytes = Math.Min(_bytes + filled, Burst * _bytesPerSecond);
        _filledAt = now;
        return _bytes > 0;
    }

    /// <summary>Something was sent.</summary>
    public void Consume(int bytes) => _bytes -= bytes;
}
