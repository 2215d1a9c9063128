using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal;

/// <summary>Whether the journal records; an immutable value, swapped whole at each change.</summary>
/// <param name="IsRecording">True when what is appended reaches a file.</param>
/// <param name="Reason">Why it does not; null while it records, and before anything was tried.</param>
/// <param name="Fault">Kind of the failure that is in <paramref name="Reason"/>, or of the last one that it came
/// over.</param>
/// <param name="SinceNs">UTC ns of the change.</param>
/// <param name="LastFailure">The last failure, also one that it came over; null when there was none.</param>
/// <param name="Failures">Failures so far: writes, fsyncs, segments that could not be begun or were taken away.</param>
public sealed record JournalStatus(
    bool IsRecording, string? Reason, FileFault Fault, long SinceNs, string? LastFailure = null, long Failures = 0);
