namespace FuncLibs.Runtime.Diagnostics;

/// <summary>What this process uses of the processor between two samples. One thread; does not allocate.</summary>
public sealed class CpuLoad
{
    private readonly TimeProvider _time;
    private long _at;
    private TimeSpan _used;

    /// <summary>Begins now.</summary>
    public CpuLoad(TimeProvider time)
    {
        _time = time;
        (_at, _used) = (time.GetTimestamp(), Environment.CpuUsage.TotalTime);
    }

    /// <summary>The load since the last reading, 1 = one core; 0 when no time passed.</summary>
    public double Sample()
    {
        (long at, TimeSpan used) = (_time.GetTimestamp(), Environment.CpuUsage.TotalTime);
        TimeSpan passed = _time.GetElapsedTime(_at, at);
        double load = passed > TimeSpan.Zero ? (used - _used) / passed : 0;
        (_at, _used) = (at, used);
        return load;
    }
}
