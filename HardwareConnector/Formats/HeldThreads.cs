namespace HardwareConnector.Formats;

/// <summary>
/// Threads that formats did not return from: .NET cannot end them, so they stay until the process ends. Any thread.
/// </summary>
internal sealed class HeldThreads
{
    /// <summary>From this many on no format is tried: each may use a core.</summary>
    public const int Limit = 4;

    private readonly List<Thread> _threads = [];

    /// <summary>How many there are now.</summary>
    public int Count
    {
        get
        {
            lock (_threads)
            {
                _threads.RemoveAll(thread => !thread.IsAlive);
                return _threads.Count;
            }
        }
    }

    /// <summary>Why no further format is tried, in one line; null when one can be.</summary>
    public string? Fault => Count is >= Limit and var count
        ? $"{count} threads are held by formats that did not return; restart the connector to try another one" : null;

    /// <summary>Adds one that was left behind.</summary>
    public void Add(Thread thread)
    {
        lock (_threads)
            _threads.Add(thread);
    }
}
