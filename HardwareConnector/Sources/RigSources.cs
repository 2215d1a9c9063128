using FuncLibs.Runtime.Diagnostics;

namespace HardwareConnector.Sources;

/// <summary>
/// The sources by their number. A stop of the process ends all of them at once, not one after the other.
/// </summary>
/// <param name="all">The sources.</param>
/// <param name="stopping">Cancelled when the process begins to stop.</param>
public sealed class RigSources(IReadOnlyList<IRigSource> all, CancellationToken stopping)
{
    /// <summary>All of them.</summary>
    public IReadOnlyList<IRigSource> All => all;

    /// <summary>Runs one source until the process or its thread is stopped.</summary>
    public void Run(int number, CancellationToken stop)
    {
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(stop, stopping);
        try
        {
            all[number].Run(either.Token);
        }
        catch (OperationCanceledException) when (either.IsCancellationRequested)
        {
            // A cancelled wait inside the source: a clean stop.
        }
    }
}

/// <summary>A source of blocks; its loop runs on a dedicated thread until it is stopped.</summary>
public interface IRigSource
{
    /// <summary>Origin of the blocks, for logs and health.</summary>
    string Name { get; }

    /// <summary>Counters of the source.</summary>
    SourceCounters Counters { get; }

    /// <summary>Fills blocks and offers them to the feed until <paramref name="stop"/>.</summary>
    void Run(CancellationToken stop);
}

/// <summary>Counters of a source since the start of the process. Written by the source thread, read by any.</summary>
public sealed class SourceCounters
{
    private long _blocks;
    private long _connections;
    private long _refusals;

    /// <summary>Blocks that were read and offered.</summary>
    public long Blocks => Volatile.Read(ref _blocks);

    /// <summary>Connections to the rig with a hello.</summary>
    public long Connections => Volatile.Read(ref _connections);

    /// <summary>Connections that ended because the rig broke the protocol.</summary>
    public long Refusals => Volatile.Read(ref _refusals);

    /// <summary>Allocations of the source thread.</summary>
    public ThreadAllocation Allocation { get; } = new();

    internal void CountBlock()
    {
        Volatile.Write(ref _blocks, _blocks + 1);
        Allocation.Sample();
    }

    internal void CountConnection() => Volatile.Write(ref _connections, _connections + 1);

    internal void CountRefusal() => Volatile.Write(ref _refusals, _refusals + 1);
}
