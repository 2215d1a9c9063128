namespace SignalMonitor.Recorder;

/// <summary>
/// Whose recording is removed when the disk that several stations share gets full: the oldest finished one of all
/// stations, one at a time. Any thread.
/// </summary>
internal sealed class RoomTurns
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, DateTimeOffset> _oldest = [];
    private int _removals;

    /// <summary>A station looked at its recordings.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="oldestUtc">Start of the oldest that may be removed; null = none may.</param>
    public void Note(string folder, DateTimeOffset? oldestUtc)
    {
        lock (_gate)
        {
            if (oldestUtc is { } oldest)
                _oldest[folder] = oldest;
            else
                _oldest.Remove(folder);
        }
    }

    /// <summary>A removal began, for whatever reason: it makes room.</summary>
    public void Begin()
    {
        lock (_gate)
            _removals++;
    }

    /// <summary>It ended, or failed.</summary>
    public void End()
    {
        lock (_gate)
            _removals--;
    }

    /// <summary>True when another station is to make room: it removes now, or has an older recording.</summary>
    /// <param name="folder">The station that asks.</param>
    public bool IsOthers(string folder)
    {
        lock (_gate)
        {
            bool hasOwn = _oldest.TryGetValue(folder, out DateTimeOffset own);
            return _removals > 0 || _oldest.Any(other => other.Key != folder && (!hasOwn || other.Value < own));
        }
    }
}
