using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// How many files and connections the process may have open (RLIMIT_NOFILE). The runtime raises its own limit to the
/// highest that is allowed before any of this runs. Elsewhere than on Linux the limit is not asked for.
/// </summary>
public static partial class OpenFiles
{
    private const int LimitOfFiles = 7;
    private const int TooManyOfSystem = 23;
    private const int TooMany = 24;

    /// <summary>The limit; null where it is not known, or where there is none.</summary>
    public static long? Limit =>
        Linux.InUse && GetLimit(LimitOfFiles, out ResourceLimit limit) == 0 && limit.Soft < long.MaxValue
            ? (long)limit.Soft
            : null;

    /// <summary>True when an operation failed because the process, or the system, has no file handle left.</summary>
    public static bool AreExhausted(Exception exception) =>
        !OperatingSystem.IsWindows() && exception is IOException { HResult: TooMany or TooManyOfSystem };

    [LibraryImport("libc", EntryPoint = "getrlimit", SetLastError = true)]
    private static partial int GetLimit(int resource, out ResourceLimit limit);

    // struct rlimit of sys/resource.h; RLIM_INFINITY is the highest number.
    private readonly record struct ResourceLimit(ulong Soft, ulong Hard);
}
