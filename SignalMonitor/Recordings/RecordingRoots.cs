namespace SignalMonitor.Recordings;

/// <summary>The folders that routes read recordings from.</summary>
/// <param name="Own">Root of the recordings of this monitor.</param>
/// <param name="Archive">Root of the archive; null = there is none.</param>
internal sealed record RecordingRoots(string Own, string? Archive = null)
{
    /// <summary>The folder of a recording; null when there is no such recording. Links are not followed.</summary>
    public string? FolderOf(in RecordingId id) => id.IsArchived
        ? Archive is null ? null : id.FolderIn(Archive)
        : id.FolderIn(Own);

    /// <summary>Why there is no such recording, in one line.</summary>
    public string MissingOf(in RecordingId id) => !id.IsArchived
        ? $"there is no recording {id}; see /api/recordings"
        : Archive is null
            ? $"there is no archived test {id}: this monitor has no archive (Archive:Folder)"
            : $"there is no archived test {id} in {Archive}: it was removed there, or the folder is not mounted; "
                + "SignalMonitor archive verify says what is missing";
}
