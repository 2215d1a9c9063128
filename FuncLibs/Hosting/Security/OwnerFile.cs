using System.Diagnostics.CodeAnalysis;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Hosting.Security;

/// <summary>A file that only its owner may use, as it holds hashes of passwords, or a key.</summary>
internal static class OwnerFile
{
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
            fault = OwnerOnlyFile.FindModeFault(path)
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
        using (FileStream file = OwnerOnlyFile.Create(pending.Path))
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
        FileOutcome outcome = FolderLock.Take(folder, name, out IDisposable? held);
        return held ?? throw (outcome.Fault == FileFault.Denied
            ? new UnauthorizedAccessException(outcome.ToString())
            : new IOException(outcome.ToString()));
    }
}
