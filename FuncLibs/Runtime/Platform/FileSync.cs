using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// Makes what was written to a file durable. Every refusal of the system is reported: the runtime's own call takes
/// EROFS, EINVAL and ENOTSUP for success.
/// </summary>
public static partial class FileSync
{
    private const int Interrupted = 4;

    /// <summary>fsync of a file.</summary>
    /// <exception cref="IOException">The system refused; HResult is errno.</exception>
    public static void Flush(SafeFileHandle file)
    {
        // The runtime's way elsewhere: F_FULLFSYNC on a Mac, FlushFileBuffers on Windows.
        if (!Linux.InUse)
            RandomAccess.FlushToDisk(file);
        else if (Call(file) is var error and not 0)
            throw new IOException(Marshal.GetPInvokeErrorMessage(error), error);
    }

    /// <summary>fsync of a descriptor: 0, or errno.</summary>
    internal static int Call(SafeFileHandle handle)
    {
        int error;
        do
            error = Fsync(handle) == 0 ? 0 : Marshal.GetLastPInvokeError();
        while (error == Interrupted);
        return error;
    }

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int Fsync(SafeFileHandle handle);
}

/// <summary>Makes creates, renames and deletes of a folder's files durable.</summary>
public static partial class FolderSync
{
    /// <summary>
    /// fsync of the folder. Nothing on Windows, whose file system journals names itself, and nothing where the file
    /// system has no fsync of folders: there is no better one.
    /// </summary>
    /// <exception cref="IOException">The file system refused; HResult is errno.</exception>
    public static void Flush(string folder)
    {
        if (!Linux.InUse && !OperatingSystem.IsMacOS())
            return;
        int descriptor = Open(folder, flags: 0);
        int error = descriptor < 0 ? Marshal.GetLastPInvokeError() : 0;
        if (error == 0)
        {
            using var handle = new SafeFileHandle(descriptor, ownsHandle: true);
            error = FileSync.Call(handle);
        }

        if (error != 0 && !IsUnsupported(error))
            throw new IOException($"cannot flush folder {folder}: {Marshal.GetPInvokeErrorMessage(error)}", error);
    }

    // EBADF, EACCES, EISDIR, EINVAL; ENOSYS and EOPNOTSUPP of Linux, then of a Mac.
    private static bool IsUnsupported(int error) => error is 9 or 13 or 21 or 22 or 38 or 95 or 78 or 45;

    // File.OpenHandle refuses folders; O_RDONLY is 0 on every Unix.
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);
}
