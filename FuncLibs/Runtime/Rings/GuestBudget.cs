namespace FuncLibs.Runtime.Rings;

/// <summary>
/// Whether a thread may run a stage as a guest (<see cref="StageOwner"/>), by how much time the stage takes: a thread
/// that reads a socket must come back to it soon. Whoever runs the stage measures each item of work; the budget closes
/// when work takes more than a quarter of the time, or three items one after the other take 5 ms each, and opens again
/// after a second in which it stayed below half of both. Between the two bounds it remains as it is, so it does not
/// flutter. A single long item, as when the scheduler takes the processor away, does not close it.
/// <para>
/// Written by the owner of the stage only, so it needs no lock; any thread reads <see cref="IsOpen"/>. Does not
/// allocate.
/// </para>
/// </summary>
public sealed class GuestBudget
{
    // While it is closed, the bounds are divided by this.
    private const int Hysteresis = 2;
    private const int Shares = 4;
    private const int LongItems = 3;

    // A slow stream has few items in a second: too few to say that they are short.
    private const int CalmItems = 16;

    private static readonly TimeSpan Window = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan Calm = TimeSpan.FromSeconds(1);

    private readonly TimeProvider _time;
    private readonly long _window;
    private readonly long _long;
    private readonly long _calm;
    private bool _isClosed;
    private long _windowBegan;
    private long _spent;
    private int _longItems;
    private long _calmSince;
    private int _calmItems;

    /// <summary>An open budget.</summary>
    /// <param name="time">The clock of the measurements.</param>
    public GuestBudget(TimeProvider time)
    {
        _time = time;
        (_window, _long, _calm) = (Ticks(Window), Ticks(Long), Ticks(Calm));
        _windowBegan = time.GetTimestamp();
    }

    /// <summary>True while guests may run the stage. Any thread.</summary>
    public bool IsOpen => !Volatile.Read(ref _isClosed);

    /// <summary>Owner of the stage, before an item of work: for <see cref="End"/>.</summary>
    public long Begin() => _time.GetTimestamp();

    /// <summary>Owner of the stage, after an item of work.</summary>
    /// <param name="began">What <see cref="Begin"/> returned.</param>
    public void End(long began)
    {
        long now = _time.GetTimestamp();
        int scale = _isClosed ? Hysteresis : 1;
        if (now - _windowBegan >= _window)
            (_windowBegan, _spent) = (began, 0);
        _spent += now - began;
        _longItems = (now - began) * scale >= _long ? _longItems + 1 : 0;
        if (_spent * scale * Shares >= _window || _longItems >= LongItems)
            Close(now);
        else if (_isClosed && ++_calmItems >= CalmItems && now - _calmSince >= _calm)
            Volatile.Write(ref _isClosed, false);
    }

    private void Close(long now)
    {
        (_calmSince, _calmItems) = (now, 0);
        Volatile.Write(ref _isClosed, true);
    }

    private long Ticks(TimeSpan span) => span.Ticks * _time.TimestampFrequency / TimeSpan.TicksPerSecond;
}
