using System.Diagnostics.CodeAnalysis;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Web.Accounts;

/// <summary>A file that only its owner may use, as it holds hashes of passwords, or a key.</summary>
internal static class OwnerFile
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const int LockAttempts = 500;
    private static readonly TimeSpan LockPause = TimeSpan.FromMilliseconds(10);

    /// <summary>Who else may use the file, and what to do; null when nobody may. Windows has other rights.</summary>
    public static string? FindModeFault(string path) =>
        !OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & ~OwnerOnly) is not 0 and var others
            ? $"may be used by others ({others}); run: chmod 600 {path}"
            : null;

    /// <summary>Reads the whole file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="maxBytes">Longest file that is read.</param>
    /// <param name="content">What it holds; null when there is a fault.</param>
    /// <param name="fault">What is wrong, after the path; null for nothing.</param>
    public static bool TryRead(
        string path, int maxBytes, [NotNullWhen(true)] out byte[]? content, [NotNullWhen(false)] out string? fault)
    {
        content = null;
        try
        {
            using FileStream file = File.OpenRead(path);
            fault = FindModeFault(path)
                ?? (file.Length > maxBytes ? $"has {file.Length} bytes; at most {maxBytes} are read" : null);
            if (fault is not null)
                return false;
            content = new byte[file.Length];
            file.ReadExactly(content);
            return true;
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            fault = "is missing";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = $"cannot be read: {OneLine.Format(e)}";
        }

        return false;
    }

    /// <summary>Replaces the file: after a crash it has the old or the new content.</summary>
    /// <exception cref="IOException">The disk is full, the folder is missing, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static void Write(string path, ReadOnlySpan<byte> content)
    {
        using PendingFile pending = new(path);
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OwnerOnly;
        using (var file = new FileStream(pending.Path, options))
        {
            file.Write(content);
            PendingFile.Flush(file);
        }

        pending.Publish(overwrite: true);
    }

    /// <summary>Keeps other processes from editing the file until it is disposed; waits for them up to 5 s.</summary>
    /// <exception cref="IOException">Another process edits it for longer, or the folder cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static IDisposable Lock(string path)
    {
        string full = Path.GetFullPath(path);
        var folder = new DiskFiles(Path.GetDirectoryName(full)!);
        string name = Path.GetFileName(full) + ".lock";
        using ManualResetEventSlim pause = new();
        FileOutcome outcome = folder.Lock(name, out IDisposable? held);
        for (int i = 1; outcome.Fault == FileFault.InUse && i < LockAttempts; i++)
        {
            pause.Wait(LockPause);
            outcome = folder.Lock(name, out held);
        }

        return held ?? throw (outcome.Fault == FileFault.Denied
            ? new UnauthorizedAccessException(outcome.ToString())
            : new IOException(outcome.ToString()));
    }
}
