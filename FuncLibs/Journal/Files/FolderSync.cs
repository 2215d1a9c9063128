using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FuncLibs.Journal.Files;

/// <summary>Makes creates, renames and deletes of a folder's files durable.</summary>
public static partial class FolderSync
{
    /// <summary>fsync of the folder; nothing on Windows, whose file system journals names itself.</summary>
    /// <exception cref="IOException">The file system refused.</exception>
    public static void Flush(string folder)
    {
        if (OperatingSystem.IsWindows())
            return;
        int descriptor = Open(folder, flags: 0);
        if (descriptor < 0)
            throw Failure(folder);
        using var handle = new SafeFileHandle(descriptor, ownsHandle: true);
        if (Fsync(handle) != 0)
            throw Failure(folder);
    }

    private static IOException Failure(string folder) =>
        new($"cannot flush folder {folder}: {Marshal.GetLastPInvokeErrorMessage()}");

    // File.OpenHandle refuses folders; O_RDONLY is 0 on every Unix.
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int Fsync(SafeFileHandle handle);
}
