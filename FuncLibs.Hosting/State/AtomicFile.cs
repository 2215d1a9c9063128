using FuncLibs.Journal.Files;

namespace FuncLibs.Hosting.State;

/// <summary>
/// Replaces a file so that, whatever happens, either the old or the new content is there: write, fsync, rename, fsync the folder.
/// </summary>
public static class AtomicFile
{
    /// <summary>Ending of the file while it is written.</summary>
    public const string PendingEnding = ".new";

    /// <summary>Replaces or makes the file; when it returns, the content survives a power cut.</summary>
    /// <exception cref="IOException">The disk is full, the folder is missing, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static void Write(string path, ReadOnlySpan<byte> content)
    {
        string full = Path.GetFullPath(path);
        string pending = full + PendingEnding;
        using (FileStream file = new(pending, FileMode.Create, FileAccess.Write, FileShare.None))
        {
            file.Write(content);
            file.Flush(flushToDisk: true);
        }

        File.Move(pending, full, overwrite: true);
        FolderSync.Flush(Path.GetDirectoryName(full)!);
    }
}
