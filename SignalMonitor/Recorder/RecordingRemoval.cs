using SignalMonitor.Recordings;

namespace SignalMonitor.Recorder;

/// <summary>
/// Removes one recording file by file. First its folder gets a name that no reader opens, so that a removal which a
/// crash ended is no half recording, and is continued.
/// </summary>
internal sealed class RecordingRemoval
{
    private readonly string _folder;
    private readonly Queue<FileInfo> _files;

    private RecordingRemoval(string folder)
    {
        _folder = folder;
        FileInfo[] files = [.. new DirectoryInfo(folder).EnumerateFiles("*", SearchOption.AllDirectories)];
        _files = new Queue<FileInfo>(files);
        Bytes = files.Sum(file => file.Length);
    }

    /// <summary>Bytes that it removes.</summary>
    public long Bytes { get; }

    /// <summary>Begins to remove a recording.</summary>
    /// <param name="folder">Its folder.</param>
    /// <exception cref="IOException">It cannot be renamed.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to.</exception>
    public static RecordingRemoval Begin(string folder)
    {
        string hidden = Path.Combine(
            Path.GetDirectoryName(folder)!, RecordingFolder.RemovingPrefix + Path.GetFileName(folder));
        Directory.Move(folder, hidden);
        return new RecordingRemoval(hidden);
    }

    /// <summary>A removal that an earlier process did not end; null none.</summary>
    /// <param name="stationFolder">Folder of the rig's recordings.</param>
    public static RecordingRemoval? FindLeft(string stationFolder) =>
        Directory.EnumerateDirectories(stationFolder, RecordingFolder.RemovingPrefix + "*").FirstOrDefault() is { } left
            ? new RecordingRemoval(left) : null;

    /// <summary>Removes one file; true once all is removed.</summary>
    /// <exception cref="IOException">It cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to.</exception>
    public bool TryRemoveNext()
    {
        if (_files.TryDequeue(out FileInfo? file))
        {
            file.Delete();
            return false;
        }

        Directory.Delete(_folder, recursive: true);
        return true;
    }
}
