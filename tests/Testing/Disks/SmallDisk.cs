namespace Testing.Disks;

/// <summary>
/// A file system in memory with so little room that a test fills it: what is written gets a real ENOSPC. Needs Linux
/// and root.
/// </summary>
public sealed class SmallDisk : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    /// <summary>A new, empty one.</summary>
    /// <param name="bytes">Its room, in whole pages of 4096 bytes.</param>
    public SmallDisk(long bytes)
    {
        try
        {
            LoopDisk.Run("mount", "-t", "tmpfs", "-o", $"size={bytes}", "none", _folder.Path);
        }
        catch
        {
            _folder.Dispose();
            throw;
        }
    }

    /// <summary>Why this machine cannot do it; null when it can.</summary>
    public static string? Missing { get; } = WhyNot();

    /// <summary>Where it is mounted.</summary>
    public string Path => _folder.Path;

    /// <summary>Path of a file on it.</summary>
    public string File(string name) => _folder.File(name);

    public void Dispose()
    {
        // A process that another thread is starting may have its files open for a moment.
        LoopDisk.Run("umount", "--lazy", _folder.Path);
        _folder.Dispose();
    }

    private static string? WhyNot()
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess)
            return "a small disk needs Linux and root, to mount a file system in memory";
        try
        {
            new SmallDisk(1 << 16).Dispose();
            return null;
        }
        catch (Exception e) when (e is InvalidOperationException or IOException or System.ComponentModel.Win32Exception)
        {
            return $"a small disk cannot be mounted: {e.Message.ReplaceLineEndings(" ")}";
        }
    }
}
