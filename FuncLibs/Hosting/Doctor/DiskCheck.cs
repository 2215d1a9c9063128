using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Hosting.Doctor;

/// <summary>Is the disk fast enough, and is there room? Writes a file of some MB as the journal does.</summary>
internal static class DiskCheck
{
    private const string Speed = "disk-speed";
    private const string Space = "disk-space";
    private const int Writes = 50;
    private const double BytesPerMegabyte = 1e6;
    private const long BytesPerGigabyte = 1_000_000_000;
    private const long LeastFree = BytesPerGigabyte;

    // The journal writes every 10 ms.
    private const double WritesPerSecond = 100;
    private static readonly TimeSpan LongestTest = TimeSpan.FromSeconds(2);

    // The ring holds seconds; a disk that needs this long again and again is about to fill it.
    private static readonly TimeSpan SlowSync = TimeSpan.FromMilliseconds(100);

    /// <summary>Writes for at most two seconds what comes in 10 ms, each time with an fsync.</summary>
    /// <param name="folder">A folder on the disk; exists.</param>
    /// <param name="neededMBps">MB/s that the program writes.</param>
    public static DoctorFinding CheckSpeed(string folder, double neededMBps)
    {
        try
        {
            return Judge(folder, Measure(folder, (int)(neededMBps * BytesPerMegabyte / WritesPerSecond)), neededMBps);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return DoctorFinding.Fail(
                Speed,
                $"{folder} cannot be written: {OneLine.Format(e)}",
                $"make it writable, or choose another folder");
        }
    }

    /// <summary>Judges what was measured.</summary>
    public static DoctorFinding Judge(string folder, DiskSpeed speed, double neededMBps)
    {
        double medianMs = speed.MedianSync.TotalMilliseconds;
        double longestMs = speed.LongestSync.TotalMilliseconds;
        string rate = string.Create(CultureInfo.InvariantCulture, $"{speed.MBps:0} MB/s (needs {neededMBps:0.#})");
        FormattableString found = $"{folder}: {rate}, fsync {medianMs:0.##} ms, longest {longestMs:0.##} ms";
        if (speed.MBps < neededMBps)
            return DoctorFinding.Fail(
                Speed, found, $"use a faster disk (SSD), or write less: --Publish:Content columns-packed");
        return speed.MBps < 2 * neededMBps || speed.LongestSync > SlowSync
            ? DoctorFinding.Warn(
                Speed, found, $"use a faster disk, or write less: --Publish:Content columns-packed; see: iostat -x 1")
            : DoctorFinding.Ok(Speed, found);
    }

    /// <summary>Is there room for what may be written?</summary>
    public static DoctorFinding CheckSpace(string folder, long wanted) =>
        JudgeSpace(folder, new DriveInfo(Path.GetFullPath(folder)).AvailableFreeSpace, wanted);

    /// <summary>Judges the free space.</summary>
    public static DoctorFinding JudgeSpace(string folder, long free, long wanted)
    {
        double freeGB = (double)free / BytesPerGigabyte;
        double wantedGB = (double)wanted / BytesPerGigabyte;
        if (free < LeastFree)
            return DoctorFinding.Fail(
                Space, $"{folder}: {freeGB:0.##} GB free, at least 1 is needed", $"free space: sudo du -xh {folder}");
        return free < wanted
            ? DoctorFinding.Warn(
                Space,
                $"{folder}: {freeGB:0.#} GB free, and up to {wantedGB:0.#} may be written",
                $"free space, or set a smaller limit: --Journal:QuotaGB {Math.Max(1, (int)(freeGB / 2))}")
            : DoctorFinding.Ok(Space, $"{folder}: {freeGB:0.#} GB free, up to {wantedGB:0.#} may be written");
    }

    private static DiskSpeed Measure(string folder, int bytes)
    {
        string path = Path.Combine(folder, $".doctor-{Environment.ProcessId}");
        byte[] block = new byte[Math.Max(bytes, 4096)];
        RandomNumberGenerator.Fill(block);
        List<TimeSpan> syncs = [];
        try
        {
            using FileStream file = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
            long began = Stopwatch.GetTimestamp();
            while (syncs.Count < Writes && Stopwatch.GetElapsedTime(began) < LongestTest)
            {
                file.Write(block);
                long synced = Stopwatch.GetTimestamp();
                FileSync.Flush(file.SafeFileHandle);
                syncs.Add(Stopwatch.GetElapsedTime(synced));
            }

            double seconds = Stopwatch.GetElapsedTime(began).TotalSeconds;
            syncs.Sort();
            return new DiskSpeed(
                syncs.Count * (double)block.Length / BytesPerMegabyte / seconds, syncs[syncs.Count / 2], syncs[^1]);
        }
        finally
        {
            File.Delete(path);
        }
    }
}

/// <summary>What a disk does.</summary>
/// <param name="MBps">MB/s written with an fsync after each write.</param>
/// <param name="MedianSync">Median time of an fsync.</param>
/// <param name="LongestSync">Longest time of an fsync.</param>
internal readonly record struct DiskSpeed(double MBps, TimeSpan MedianSync, TimeSpan LongestSync);
