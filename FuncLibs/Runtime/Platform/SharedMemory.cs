namespace FuncLibs.Runtime.Platform;

/// <summary>
/// Where files are in memory: they outlive a process and not the system, and a store to one costs no disk.
/// </summary>
public static class SharedMemory
{
    /// <summary>The folder; empty on systems that have none.</summary>
    public static string Folder => Linux.InUse ? "/dev/shm" : "";
}
