using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Hosting.State;

/// <summary>
/// A folder owned by one process at a time. An OS lock on the file `lock` refuses a second process and is released with
/// the first, however it ends (a pid file would fail in containers).
/// </summary>
public sealed class StateFolder : IDisposable
{
    /// <summary>Name of the lock file.</summary>
    public const string LockName = "lock";

    private readonly FileStream _lock;

    private StateFolder(string path, FileStream theLock, IDiskFiles? files)
    {
        Path = path;
        _lock = theLock;
        Files = files ?? new DiskFiles(path);
    }

    /// <summary>Its files. State is read and written through it, so a test can make any operation fail.</summary>
    public IDiskFiles Files { get; }

    /// <summary>Full path.</summary>
    public string Path { get; }

    /// <summary>The default folder of a host: `telemetry/NAME` in the user's folder for application data.</summary>
    public static string DefaultFor(string name) => System.IO.Path.Combine(
        Environment.GetFolderPath(
            Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify),
        "telemetry",
        name);

    /// <summary>Creates the folder if it is missing, and locks it.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="files">Its files; null = the disk.</param>
    /// <param name="option">The option that sets the folder, for messages.</param>
    /// <exception cref="StartupException">It is in use, read-only, or not a folder.</exception>
    public static StateFolder Open(string folder, IDiskFiles? files = null, string option = "State:Folder")
    {
        string path = System.IO.Path.GetFullPath(folder);
        if (System.IO.File.Exists(path))
            throw new StartupException($"state folder {path} is a file; choose another {option}");
        try
        {
            Directory.CreateDirectory(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException(
                $"state folder {path} cannot be created ({OneLine.Format(e)}); choose another {option}", e);
        }

        return new StateFolder(path, Lock(path, option), files);
    }

    /// <summary>Whether the lock that this process holds is still in the folder: it may be removed.</summary>
    public bool HasLock => OpenFileName.IsStill(_lock.SafeFileHandle, File(LockName));

    /// <summary>Full path of a file in the folder.</summary>
    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <inheritdoc/>
    public void Dispose() => _lock.Dispose();

    // The system reports a held lock as an IOException of the base class; missing rights and a full disk as others.
    private static FileStream Lock(string path, string option)
    {
        string file = System.IO.Path.Combine(path, LockName);
        try
        {
            return new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException e) when (IsHeld(e))
        {
            throw new StartupException(
                $"state folder {path} is in use by another process; stop that one, or choose another {option}", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException(
                $"state folder {path} cannot be written ({OneLine.Format(e)}); make it writable for this user, or "
                    + $"choose another {option}", e);
        }
    }

    // EWOULDBLOCK of flock: 11 on Linux, 35 on macOS; ERROR_SHARING_VIOLATION on Windows.
    private static bool IsHeld(IOException e) =>
        e.HResult == (OperatingSystem.IsWindows() ? unchecked((int)0x80070020) : OperatingSystem.IsMacOS() ? 35 : 11);
}

/// <summary>Keeps an unusable file of a state folder for inspection; the process continues without it.</summary>
public static class DamagedFile
{
    /// <summary>Extension of the kept file.</summary>
    public const string Ending = ".damaged";

    /// <summary>Renames the file; an earlier kept file is replaced.</summary>
    /// <returns>Null, or why it could not be renamed.</returns>
    public static string? SetAside(string path)
    {
        try
        {
            File.Move(path, path + Ending, overwrite: true);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OneLine.Format(e);
        }
    }
}
