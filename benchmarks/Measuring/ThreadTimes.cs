using System.Globalization;

namespace Benchmarks.Measuring;

/// <summary>Processor time of the threads of a process, by their names, as Linux counts it in ns.</summary>
internal static class ThreadTimes
{
    /// <summary>Seconds of all threads of a name.</summary>
    public static double SecondsOf(int process, string thread)
    {
        double seconds = 0;
        foreach (string task in Directory.EnumerateDirectories($"/proc/{process}/task"))
        {
            if (Read(Path.Combine(task, "comm")).TrimEnd() == thread)
                seconds += double.Parse(
                    Read(Path.Combine(task, "schedstat")).Split(' ')[0], CultureInfo.InvariantCulture) / 1e9;
        }

        return seconds;
    }

    /// <summary>Memory of a process that is in RAM, MiB.</summary>
    public static double MemoryMiB(int process)
    {
        string line = File
            .ReadLines($"/proc/{process}/status")
            .First(line => line.StartsWith("VmRSS:", StringComparison.Ordinal));
        return double.Parse(
            line.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[1],
            CultureInfo.InvariantCulture) / 1024;
    }

    // A thread may end between the listing and the reading.
    private static string Read(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (IOException)
        {
            return "0";
        }
    }
}
