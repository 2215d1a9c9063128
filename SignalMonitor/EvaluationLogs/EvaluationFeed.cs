namespace SignalMonitor.EvaluationLogs;

/// <summary>
/// Switches of definitions for whoever keeps them beside the blocks: the newest of each stream, and those that follow.
/// Bounded; any thread.
/// </summary>
internal sealed class EvaluationFeed
{
    private const int Capacity = 1024;

    private readonly Lock _gate = new();
    private readonly Queue<EvaluationLogEntry> _entries = new();
    private readonly Dictionary<(Guid Publisher, uint Stream), EvaluationLogEntry> _newest = [];
    private long _last;

    /// <summary>A start or a switch; what functions remember is not kept.</summary>
    public void Add(EvaluationLogEntry entry)
    {
        lock (_gate)
        {
            EvaluationLogEntry kept = entry with { Memory = null };
            _newest[(entry.Publisher, entry.Stream)] = kept;
            _entries.Enqueue(kept);
            _last++;
            if (_entries.Count > Capacity)
                _entries.Dequeue();
        }
    }

    /// <summary>The newest entry of each stream.</summary>
    /// <param name="last">Number of the newest of all, for <see cref="ReadAfter"/>.</param>
    public IReadOnlyList<EvaluationLogEntry> InForce(out long last)
    {
        lock (_gate)
        {
            last = _last;
            return [.. _newest.Values];
        }
    }

    /// <summary>The entries after a number, oldest first.</summary>
    /// <param name="number">The number; the newest of all afterwards.</param>
    public IReadOnlyList<EvaluationLogEntry> ReadAfter(ref long number)
    {
        lock (_gate)
        {
            if (number == _last)
                return [];
            int skipped = (int)Math.Max(0, _entries.Count - (_last - number));
            number = _last;
            return [.. _entries.Skip(skipped)];
        }
    }
}
