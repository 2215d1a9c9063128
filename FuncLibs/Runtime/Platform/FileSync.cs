using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FuncLibs.Runtime.Platform;

/// <summary>Makes what was written to a file durable. Every refusal of the system is reported: the runtime's own call
/// takes EROFS, EINVAL and
/// ENOTSUP for success.</summary>
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
