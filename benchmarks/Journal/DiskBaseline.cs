using System.Diagnostics;
using System.Globalization;

namespace Benchmarks.Journal;

/// <summary>What <c>dd</c> reaches in a folder, the yardstick of a journal.</summary>
internal static class DiskBaseline
{
    private const int BlockBytes = 1 << 20;

    /// <summary>One file, one fsync at its end, in MB/s.</summary>
    public static double Plain(string folder, int megabytes) => Run(folder, megabytes, "conv=fsync");

    /// <summary>
    /// Each 1 MiB on the disk before the next is written, in MB/s: the journal's pattern at full speed.
    /// </summary>
    public static double Synchronous(string folder, int megabytes) => Run(folder, megabytes, "oflag=dsync");

    private static double Run(string folder, int megabytes, string mode)
    {
        string file = Path.Combine(folder, "dd");
        string count = megabytes.ToString(CultureInfo.InvariantCulture);
        var start = new ProcessStartInfo(
            "dd", ["if=/dev/zero", $"of={file}", "bs=1M", $"count={count}", mode])
        { RedirectStandardError = true };
        long begun = Stopwatch.GetTimestamp();
        using Process dd = Process.Start(start)!;
        string errors = dd.StandardError.ReadToEnd();
        dd.WaitForExit();
        TimeSpan taken = Stopwatch.GetElapsedTime(begun);
        long written = File.Exists(file) ? new FileInfo(file).Length : 0;
        File.Delete(file);
        return written == (long)megabytes * BlockBytes
            ? written / taken.TotalSeconds / 1e6
            : throw new InvalidDataException($"dd: {errors}");
    }
}
