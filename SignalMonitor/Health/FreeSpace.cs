using System.Globalization;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Health;

/// <summary>Room on the disk of a folder. Any thread.</summary>
/// <param name="files">The folder.</param>
/// <param name="minFreeMegabytes">Below this the disk counts as nearly full; 0 never.</param>
internal sealed class FreeSpace(IDiskFiles files, int minFreeMegabytes)
{
    private const long BytesPerMegabyte = 1_000_000;

    /// <summary>One line when the disk is nearly full; null = it is not, or that cannot be found out.</summary>
    public string? Fault() =>
        !files.FreeBytes(out long free).IsOk || free >= minFreeMegabytes * BytesPerMegabyte ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"the disk of {files.Folder} is nearly full: {free / BytesPerMegabyte} MB are free, less than {minFreeMegabytes}");
}
