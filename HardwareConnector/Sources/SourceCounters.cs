using FuncLibs.Runtime.Diagnostics;

namespace HardwareConnector.Sources;

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
