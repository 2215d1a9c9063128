namespace FuncLibs.Wire.Broadcast;

/// <summary>How far a stream is, as a heartbeat says it. The journal's marks are null where no journal runs.</summary>
/// <param name="Id">Number of the stream.</param>
/// <param name="Last">Last sequence published in this epoch; 0 none.</param>
/// <param name="Written">Last sequence that replay can serve.</param>
/// <param name="Durable">Last sequence that survives a power cut.</param>
/// <param name="FirstInJournal">Oldest frame that is still kept.</param>
public readonly record struct StreamProgress(
    uint Id, ulong Last, ulong? Written = null, ulong? Durable = null, JournalPoint? FirstInJournal = null);

/// <summary>A frame of a journal.</summary>
/// <param name="Epoch">Life of the publisher.</param>
/// <param name="Sequence">Number within it.</param>
public readonly record struct JournalPoint(ulong Epoch, ulong Sequence);
