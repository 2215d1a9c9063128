namespace HardwareConnector.Sources;

/// <summary>
/// Where a stream of a rig stands on its base clock. Blocks follow each other without a gap; what is skipped, by the rig or by us, is
/// missing. An index that goes back is a rig that counts anew: then only what was dropped here is missing.
/// </summary>
internal struct StreamCursor
{
    private bool _started;
    private long _next;
    private long _droppedTo;
    private string? _reason;

    /// <summary>The samples between the last block that was passed on and one that begins at <paramref name="first"/>.</summary>
    public readonly SampleRange MissingBefore(long first)
    {
        long end = first >= _next ? first : _droppedTo;
        if (!_started || end <= _next)
            return default;

        // Two indices of a mad rig can be further apart than a count can say.
        long count = unchecked(end - _next);
        return new SampleRange(_next, count > 0 ? count : long.MaxValue, _reason ?? "missing from the rig");
    }

    /// <summary>A block was passed on.</summary>
    public void Delivered(long first, int points)
    {
        _started = true;
        _next = _droppedTo = unchecked(first + points);
        _reason = null;
    }

    /// <summary>A block was dropped here; the next one that is passed on finds its samples missing, be it the first of all.</summary>
    public void Dropped(long first, long points, string reason)
    {
        if (!_started)
            _next = _droppedTo = first;
        _started = true;
        _reason = reason;
        if (first >= _next)
            _droppedTo = unchecked(first + points);
    }

    /// <summary>A block was not even read: the index of the next one will tell what is missing, for this reason.</summary>
    public void Lost(string reason) => _reason = reason;
}
