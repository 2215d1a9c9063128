using FuncLibs.Runtime.Platform;

namespace FuncLibs.Runtime.Files;

/// <summary>
/// A file, or a folder of files, that is written under another name and renamed when it is whole: after a crash at any
/// point nothing partial has the name. Steps: write, <see cref="Flush"/> each file, <see cref="Publish"/>.
/// </summary>
public sealed class PendingFile : IDisposable
{
    /// <summary>Extension while it is written.</summary>
    public const string Ending = ".new";

    private readonly string _target;
    private bool _isPublished;

    /// <summary>Prepares it: removes what an earlier try left.</summary>
    /// <param name="path">Where it will be.</param>
    /// <exception cref="IOException">What an earlier try left cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to remove it.</exception>
    public PendingFile(string path)
        : this(System.IO.Path.GetFullPath(path), System.IO.Path.GetFullPath(path) + Ending) => Remove();

    private PendingFile(string target, string path) => (_target, Path) = (target, path);

    /// <summary>Where it is written.</summary>
    public string Path { get; }

    /// <summary>Whether a file or folder is there under the other name.</summary>
    public bool Exists => File.Exists(Path) || Directory.Exists(Path);

    /// <summary>Prepares a file that an earlier try left, to be continued.</summary>
    /// <param name="path">Where it will be.</param>
    public static PendingFile Continue(string path)
    {
        string target = System.IO.Path.GetFullPath(path);
        return new PendingFile(target, target + Ending);
    }

    /// <summary>Makes what was written to a file durable; a power cut after it loses nothing.</summary>
    /// <exception cref="IOException">The disk is full, and the like.</exception>
    public static void Flush(FileStream file)
    {
        file.Flush();
        FileSync.Flush(file.SafeFileHandle);
    }

    /// <summary>Gives it its name; on return, that survives a power cut. Its files are closed.</summary>
    /// <param name="overwrite">Whether a file that has the name is replaced; a folder never is.</param>
    /// <exception cref="IOException">The name is taken, the disk refused, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Publish(bool overwrite)
    {
        if (Directory.Exists(Path))
            Directory.Move(Path, _target);
        else
            File.Move(Path, _target, overwrite);
        FolderSync.Flush(System.IO.Path.GetDirectoryName(_target)!);
        _isPublished = true;
    }

    /// <summary>
    /// Removes what was written unless it was published. What cannot be removed is left to the next try: the fault that
    /// stopped the writing is the one to report.
    /// </summary>
    public void Dispose()
    {
        if (_isPublished)
            return;
        try
        {
            Remove();
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
        }
    }

    private void Remove()
    {
        if (Directory.Exists(Path))
            Directory.Delete(Path, recursive: true);
        else
            File.Delete(Path);
    }
}
