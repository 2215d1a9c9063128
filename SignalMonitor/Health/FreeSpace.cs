using System.Globalization;

namespace SignalMonitor.Health;

/// <summary>Room on the disk of a folder. Any thread.</summary>
/// <param name="folder">The folder.</param>
/// <param name="minFreeMegabytes">Below this the disk counts as nearly full; 0 never.</param>
internal sealed class FreeSpace(string folder, int minFreeMegabytes)
{
    private const long BytesPerMegabyte = 1_000_000;

    /// <summary>Free bytes; -1 where that cannot be found out.</summary>
    public long FreeBytes()
    {
        try
        {
            return new DriveInfo(folder).AvailableFreeSpace;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return -1;
        }
    }

    /// <summary>One line when the disk is nearly full; null = it is not.</summary>
    public string? Fault()
    {
        long free = FreeBytes();
        return free < 0 || free >= minFreeMegabytes * BytesPerMegabyte ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"the disk of {folder} is nearly full: {free / BytesPerMegabyte} MB are free, less than {minFreeMegabytes}");
    }
}
