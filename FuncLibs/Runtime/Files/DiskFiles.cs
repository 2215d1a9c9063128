using FuncLibs.Runtime.Platform;
using Microsoft.Win32.SafeHandles;

namespace FuncLibs.Runtime.Files;

/// <summary>A folder on a real disk.</summary>
public sealed class DiskFiles : IDiskFiles
{
    private readonly string _prefix;

    // Called each second: does not allocate unless it fails.
    private readonly DriveInfo _drive;

    /// <summary>Names the folder; nothing is touched yet.</summary>
    public DiskFiles(string folder)
    {
        Folder = Path.GetFullPath(folder);
        _prefix = Folder + Path.DirectorySeparatorChar;
        _drive = new DriveInfo(Folder);
    }

    /// <inheritdoc/>
    public string Folder { get; }

    /// <inheritdoc/>
    public FileOutcome CreateFolder() => Try("make", Folder, () => Directory.CreateDirectory(Folder));

    /// <inheritdoc/>
    public FileOutcome List(ICollection<DiskFileEntry> files) => Try("list", Folder, () =>
    {
        foreach (FileInfo file in new DirectoryInfo(Folder).EnumerateFiles())
            files.Add(new DiskFileEntry(file.Name, file.Length));
    });

    /// <inheritdoc/>
    public FileOutcome Create(string name, out IDiskFile? file) =>
        Open("create", name, FileMode.CreateNew, FileAccess.ReadWrite, out file);

    /// <inheritdoc/>
    public FileOutcome OpenToRead(string name, out IDiskFile? file) =>
        Open("open", name, FileMode.Open, FileAccess.Read, out file);

    /// <inheritdoc/>
    public FileOutcome OpenToWrite(string name, out IDiskFile? file) =>
        Open("open", name, FileMode.Open, FileAccess.ReadWrite, out file);

    /// <inheritdoc/>
    public FileOutcome Lock(string name, out IDisposable? held)
    {
        FileStream? file = null;
        FileOutcome outcome = Try("lock", name, () =>
            file = new FileStream(PathOf(name), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        held = file;
        return outcome;
    }

    /// <inheritdoc/>
    public FileOutcome Rename(string name, string newName) =>
        Try("rename", name, () => File.Move(PathOf(name), PathOf(newName), overwrite: true));

    /// <inheritdoc/>
    public FileOutcome Delete(string name) => Try("delete", name, () => File.Delete(PathOf(name)));

    /// <inheritdoc/>
    public bool Exists(string name) => File.Exists(PathOf(name));

    /// <inheritdoc/>
    public FileOutcome FlushFolder() => Try("flush", Folder, () => FolderSync.Flush(Folder));

    /// <inheritdoc/>
    public FileOutcome FreeBytes(out long bytes)
    {
        bytes = 0;
        try
        {
            bytes = _drive.AvailableFreeSpace;
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "measure", Folder);
        }
    }

    private static FileOutcome Try(string operation, string name, Action call)
    {
        try
        {
            call();
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, operation, name);
        }
    }

    // Sharing is left open: the runtime's share modes are advisory locks on Unix, and a reader must never stop the
    // writer.
    private FileOutcome Open(string operation, string name, FileMode mode, FileAccess access, out IDiskFile? file)
    {
        SafeFileHandle? handle = null;
        FileOutcome outcome = Try(operation, name, () =>
            handle = File.OpenHandle(PathOf(name), mode, access, FileShare.ReadWrite | FileShare.Delete));
        file = handle is null ? null : new DiskFile(PathOf(name), handle);
        return outcome;
    }

    private string PathOf(string name) => _prefix + name;
}
