namespace SignalMonitor.Recordings.History;

/// <summary>What is requested of a recording.</summary>
/// <param name="Stream">Name of the stream; null = the only one, or the first.</param>
/// <param name="Pattern">Name or pattern of signals.</param>
/// <param name="FromNs">Begin, UTC ns; null = that of the recording.</param>
/// <param name="ToNs">End, UTC ns, after the begin; null = that of the recording.</param>
/// <param name="Buckets">Buckets of each signal at most, 2 or more.</param>
internal readonly record struct HistoryWindow(string? Stream, string Pattern, long? FromNs, long? ToNs, int Buckets);
