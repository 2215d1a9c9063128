using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Publishing;

/// <summary>
/// One data stream of this publisher. Owned by the publish thread; members that other threads may read are marked.
/// </summary>
public sealed class PublishedStream
{
    private ulong _last;
    private ulong _samplesLost;
    private long _lastAcquired;

    /// <summary>Creates a stream that has published nothing in this epoch.</summary>
    /// <param name="id">Its number.</param>
    /// <param name="name">Its name.</param>
    /// <param name="topic">Its topic.</param>
    /// <param name="source">Number of its source.</param>
    public PublishedStream(uint id, string name, Topic topic, int source = 0)
    {
        Source = source;
        Id = id;
        Name = name;
        Topic = topic;
    }

    /// <summary>Its number, never reused.</summary>
    public uint Id { get; }

    /// <summary>Its name, the last level of its topic.</summary>
    public string Name { get; }

    /// <summary>Number of its source; stream names never move between sources.</summary>
    public int Source { get; }

    /// <summary>Its topic.</summary>
    public Topic Topic { get; }

    /// <summary>The last frame, for consumers that join; any thread may copy it.</summary>
    public LastFrame LastFrame { get; } = new();

    /// <summary>Last sequence of this epoch; 0 before the first block. Any thread may read it.</summary>
    public ulong Last => Volatile.Read(ref _last);

    /// <summary>Samples that never got a sequence. Any thread may read it.</summary>
    public ulong SamplesLost => Volatile.Read(ref _samplesLost);

    /// <summary>
    /// Due time of the first sample of its newest block, UTC ns; 0 before the first. Any thread may read it.
    /// </summary>
    public long LastAcquiredNs => Volatile.Read(ref _lastAcquired);

    /// <summary>The sequence of the next block.</summary>
    internal ulong Next => _last + 1;

    /// <summary>True while lost samples are declared that the next published block must be flagged for.</summary>
    internal bool HasGap { get; private set; }

    /// <summary>True until the first block is published, in an epoch after one without a clean stop.</summary>
    internal bool IsFirstAfterUncleanStop { get; set; }

    internal void Acquired(long dueNs) => Volatile.Write(ref _lastAcquired, dueNs);

    internal void Published(ulong sequence)
    {
        (HasGap, IsFirstAfterUncleanStop) = (false, false);
        Volatile.Write(ref _last, sequence);
    }

    internal void CountLostSamples(long samples)
    {
        HasGap = true;
        Volatile.Write(ref _samplesLost, _samplesLost + (ulong)samples);
    }
}
