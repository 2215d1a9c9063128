namespace SignalMonitor.Recorder.Modes;

/// <summary>
/// Windows of time, both ends included: those that overlap or touch are one. Bounded: with all places taken the two
/// with the shortest time between them become one, so that more is recorded, never less. One thread.
/// </summary>
internal sealed class TimeWindows
{
    /// <summary>Windows at most.</summary>
    public const int Capacity = 256;

    // By begin; none overlaps another.
    private readonly List<TimeWindow> _windows = new(Capacity + 1);

    /// <summary>The windows, the oldest first.</summary>
    public IReadOnlyList<TimeWindow> All => _windows;

    /// <summary>Adds a window.</summary>
    public void Add(long fromNs, long toNs)
    {
        int at = _windows.Count;
        while (at > 0 && _windows[at - 1].FromNs > fromNs)
            at--;
        if (at > 0 && _windows[at - 1].ToNs >= fromNs - 1)
        {
            at--;
            _windows[at] = _windows[at] with { ToNs = Math.Max(_windows[at].ToNs, toNs) };
        }
        else
        {
            _windows.Insert(at, new TimeWindow(fromNs, toNs));
        }

        while (at + 1 < _windows.Count && _windows[at + 1].FromNs <= _windows[at].ToNs + 1)
        {
            _windows[at] = _windows[at] with { ToNs = Math.Max(_windows[at].ToNs, _windows[at + 1].ToNs) };
            _windows.RemoveAt(at + 1);
        }

        if (_windows.Count > Capacity)
            JoinNearest();
    }

    /// <summary>Whether any of it is between two times.</summary>
    public bool Meets(long firstNs, long lastNs)
    {
        foreach (TimeWindow window in _windows)
        {
            if (window.FromNs <= lastNs && window.ToNs >= firstNs)
                return true;
        }

        return false;
    }

    /// <summary>Forgets windows that ended before a time.</summary>
    public void ForgetBefore(long ns)
    {
        while (_windows.Count > 0 && _windows[0].ToNs < ns)
            _windows.RemoveAt(0);
    }

    private void JoinNearest()
    {
        int nearest = 0;
        for (int i = 1; i + 1 < _windows.Count; i++)
        {
            if (_windows[i + 1].FromNs - _windows[i].ToNs < _windows[nearest + 1].FromNs - _windows[nearest].ToNs)
                nearest = i;
        }

        _windows[nearest] = _windows[nearest] with { ToNs = _windows[nearest + 1].ToNs };
        _windows.RemoveAt(nearest + 1);
    }
}

/// <summary>A window of time by a <see cref="RecordingClock"/>, ns.</summary>
/// <param name="FromNs">Its begin, included.</param>
/// <param name="ToNs">Its end, included.</param>
internal readonly record struct TimeWindow(long FromNs, long ToNs);
