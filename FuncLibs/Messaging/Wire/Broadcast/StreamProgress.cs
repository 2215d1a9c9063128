namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>How far a stream is, as a heartbeat says it. The journal's marks are null where no journal runs.</summary>
/// <param name="Id">Number of the stream.</param>
/// <param name="Last">Last sequence published in this epoch; 0 none.</param>
/// <param name="Written">Last sequence that replay can serve.</param>
/// <param name="Durable">Last sequence that survives a power cut.</param>
/// <param name="FirstInJournal">Oldest frame that is still kept.</param>
public readonly record struct StreamProgress(
    uint Id, ulong Last, ulong? Written = null, ulong? Durable = null, JournalPoint? FirstInJournal = null)
{
    /// <summary>The link to the rig that gives this stream; unknown = not said, and then what the heartbeat says of the whole
    /// holds.</summary>
    public LinkState Link { get; init; }

    /// <summary>Due time of the newest block of this stream that came in: UTC ns; 0 none yet; null = not said.</summary>
    public long? LastAcquiredNs { get; init; }

    /// <summary>
    /// Samples of this epoch that never got a sequence, as loss frames said them one by one; null = not said.
    /// </summary>
    public ulong? SamplesLost { get; init; }
}

/// <summary>A frame of a journal.</summary>
/// <param name="Epoch">Life of the publisher.</param>
/// <param name="Sequence">Number within it.</param>
public readonly record struct JournalPoint(ulong Epoch, ulong Sequence);
