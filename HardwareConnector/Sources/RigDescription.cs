using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace HardwareConnector.Sources;

/// <summary>Description of a rig, with a pool of blocks for each of its streams.</summary>
public sealed class RigDescription
{
    /// <summary>Default memory for preallocated blocks, in bytes.</summary>
    public const long PrefillBytes = 32 << 20;

    private readonly BlockPool[] _pools;

    /// <summary>
    /// Creates the pools and fills them, within a budget of memory: a burst must not allocate on the source thread.
    /// </summary>
    /// <param name="streams">The rig's streams, with the rig's own ids.</param>
    /// <param name="blocks">Highest number of blocks in use per stream.</param>
    /// <param name="prefillBytes">Memory for preallocated blocks; the others are allocated on demand.</param>
    public RigDescription(ImmutableArray<StreamDescription> streams, int blocks, long prefillBytes = PrefillBytes)
    {
        Streams = streams;
        _pools = [.. streams.Select(stream => new BlockPool(stream.ToLayout(), blocks))];
        foreach (BlockPool pool in _pools)
            pool.Prefill(prefillBytes / streams.Length);
        MaxPoolBytes = streams.Sum(stream => (long)blocks * stream.ToLayout().WordCount * sizeof(long));
    }

    /// <summary>The rig's streams.</summary>
    public ImmutableArray<StreamDescription> Streams { get; }

    /// <summary>Highest memory of all its blocks in bytes: when the queue is full.</summary>
    public long MaxPoolBytes { get; }

    /// <summary>The pool of a stream.</summary>
    public BlockPool Pool(int stream) => _pools[stream];

    /// <summary>Index of the stream with the rig's <paramref name="id"/>, or -1.</summary>
    public int IndexOf(uint id)
    {
        for (int i = 0; i < Streams.Length; i++)
        {
            if (Streams[i].Id == id)
                return i;
        }

        return -1;
    }
}
