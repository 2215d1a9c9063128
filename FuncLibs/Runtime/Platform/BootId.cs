namespace FuncLibs.Runtime.Platform;

/// <summary>
/// Which run of the operating system this is: what a process wrote to a mapped file outlives the process, not the
/// system.
/// </summary>
internal static class BootId
{
    private const string LinuxFile = "/proc/sys/kernel/random/boot_id";

    /// <summary>The id; empty where the system has none, which never counts as the same run.</summary>
    public static Guid Current { get; } = Read();

    private static Guid Read()
    {
        try
        {
            return Linux.InUse && Guid.TryParse(File.ReadAllText(LinuxFile).AsSpan().Trim(), out Guid id) ? id
                : Guid.Empty;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Guid.Empty;
        }
    }
}
