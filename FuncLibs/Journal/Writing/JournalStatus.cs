using FuncLibs.Journal.Files;

namespace FuncLibs.Journal.Writing;

/// <summary>Whether the journal records; an immutable value, swapped whole at each change.</summary>
/// <param name="IsRecording">True when what is appended reaches a file.</param>
/// <param name="Reason">The failure that stopped it, or the last one it came over; null when there was none.</param>
/// <param name="Fault">Its kind.</param>
/// <param name="SinceNs">UTC ns of the change.</param>
public sealed record JournalStatus(bool IsRecording, string? Reason, FileFault Fault, long SinceNs);
