using FuncLibs.Runtime.Diagnostics;

namespace HardwareConnector.Sources;

/// <summary>The sources by their number. A stop of the process ends all of them at once, and not one after the other.</summary>
/// <param name="all">The sources.</param>
/// <param name="stopping">Cancelled when the process begins to stop.</param>
public sealed class RigSources(IReadOnlyList<IRigSource> all, CancellationToken stopping)
{
    /// <summary>All of them.</summary>
    public IReadOnlyList<IRigSource> All => all;

    /// <summary>The thread of one source, until either the process or the thread is told to stop.</summary>
    public void Run(int number, CancellationToken stop)
    {
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(stop, stopping);
        try
        {
            all[number].Run(either.Token);
        }
        catch (OperationCanceledException) when (either.IsCancellationRequested)
        {
            // A wait inside the source ended it: a clean stop.
        }
    }
}

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

/// <summary>What a source counted since the process began. Written by the source thread, read by any.</summary>
public sealed class SourceCounters
{
    private long _blocks;
    private long _connections;
    private long _refusals;

    /// <summary>Blocks that were read and offered.</summary>
    public long Blocks => Volatile.Read(ref _blocks);

    /// <summary>Connections to the rig that got as far as its hello.</summary>
    public long Connections => Volatile.Read(ref _connections);

    /// <summary>Connections that ended because the rig broke the protocol.</summary>
    public long Refusals => Volatile.Read(ref _refusals);

    /// <summary>What the source thread allocated.</summary>
    public ThreadAllocation Allocation { get; } = new();

    internal void CountBlock()
    {
        Volatile.Write(ref _blocks, _blocks + 1);
        Allocation.Sample();
    }

    internal void CountConnection() => Volatile.Write(ref _connections, _connections + 1);

    internal void CountRefusal() => Volatile.Write(ref _refusals, _refusals + 1);
}
