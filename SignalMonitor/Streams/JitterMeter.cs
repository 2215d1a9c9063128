namespace SignalMonitor.Streams;

/// <summary>
/// How unevenly blocks come: the largest |D| of RFC 3550, 6.4.1, that is the difference between the spacing of two
/// consecutive blocks as they came and as they were due. Steps of a wall clock do not touch it.
/// </summary>
internal struct JitterMeter
{
    private ulong _sequence;
    private long _latenessNs;

    /// <summary>The largest so far, ns.</summary>
    public long MaxNs { get; private set; }

    /// <summary>A live block came.</summary>
    /// <param name="sequence">Its sequence.</param>
    /// <param name="dueNs">When its first sample was due, ns.</param>
    /// <param name="cameNs">When it came, ns of a clock that does not step; its zero does not matter.</param>
    public void Add(ulong sequence, long dueNs, long cameNs)
    {
        long lateness = unchecked(cameNs - dueNs);
        if (_sequence + 1 == sequence && _sequence > 0)
            MaxNs = Math.Max(MaxNs, Math.Abs(Math.Max(unchecked(lateness - _latenessNs), -long.MaxValue)));
        (_sequence, _latenessNs) = (sequence, lateness);
    }
}
