namespace HardwareConnector.Sources;

/// <summary>A source of blocks; its loop runs on a thread of its own until it is told to stop.</summary>
public interface IRigSource
{
    /// <summary>Where the blocks come from, for logs and health.</summary>
    string Name { get; }

    /// <summary>What the source counted.</summary>
    SourceCounters Counters { get; }

    /// <summary>Fills blocks and offers them to the feed until <paramref name="stop"/>.</summary>
    void Run(CancellationToken stop);
}
