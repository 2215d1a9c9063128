using System.Globalization;
using FuncLibs.Hosting;

namespace Launcher;

/// <summary>Whether the disk of the run folder has room for a run.</summary>
public static class DiskSpace
{
    /// <summary>
    /// Below this no run starts, in bytes: the journal leaves 64 MiB to state and logs, and a segment takes 16 MiB.
    /// </summary>
    public const long MinBytes = 128L << 20;

    /// <summary>Refuses a disk that is full.</summary>
    /// <exception cref="StartupException">It is.</exception>
    public static void Check(string folder, long freeBytes)
    {
        if (freeBytes < MinBytes)
            throw new StartupException(string.Create(
                CultureInfo.InvariantCulture,
                $"no disk space: {freeBytes >> 20} MiB are free at {folder}, a run needs {MinBytes >> 20} MiB; free "
                    + $"some, or give --run-folder on another disk"));
    }
}
