namespace SignalMonitor.Variables.Database;

/// <summary>Where a database stands; another mark = something may be different.</summary>
/// <param name="Revision">Edits so far.</param>
/// <param name="Connection">Connections made by the repository so far: behind a new one there may be another file, or a restored
/// backup.</param>
public sealed record RevisionMark(long Revision, long Connection);
