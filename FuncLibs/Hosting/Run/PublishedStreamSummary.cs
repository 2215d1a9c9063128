namespace FuncLibs.Hosting.Run;

/// <summary>What a publisher numbered of one data stream in one epoch.</summary>
/// <param name="StreamId">The stream.</param>
/// <param name="Epoch">The life of the publisher.</param>
/// <param name="Last">Last sequence, the one its end-of-stream heartbeat says; 0 = none.</param>
public sealed record PublishedStreamSummary(uint StreamId, ulong Epoch, ulong Last);
