using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace HardwareConnector.Sources;

/// <summary>What a rig said it is, with a pool of blocks for each of its streams.</summary>
public sealed class RigDescription
{
    /// <summary>Memory for blocks that are made ahead, in bytes, unless a source has to share it.</summary>
    public const long PrefillBytes = 32 << 20;

    private readonly BlockPool[] _pools;

    /// <summary>Makes the pools and fills them, within a budget of memory: a burst must not take memory on the source thread.</summary>
    /// <param name="streams">The rig's streams, with the rig's own ids.</param>
    /// <param name="blocks">Blocks that may be in use a stream.</param>
    /// <param name="prefillBytes">Memory for blocks that are made ahead; the others are made when they are needed first.</param>
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

    /// <summary>What the blocks of all its pools take at most, in bytes: when the queue is full.</summary>
    public long MaxPoolBytes { get; }

    /// <summary>The pool of a stream.</summary>
    public BlockPool Pool(int stream) => _pools[stream];

    /// <summary>Position of the stream that the rig calls <paramref name="id"/>, or -1.</summary>
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
