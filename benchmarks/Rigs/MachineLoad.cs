using System.Diagnostics;
using System.Globalization;

namespace Benchmarks.Rigs;

/// <summary>How busy the machine was: figures of a shared one mean little without it.</summary>
internal static class MachineLoad
{
    private const string File = "/proc/loadavg";

    /// <summary>
    /// Threads that ran or wanted to, a mean of about a minute, our own among them; 0 on systems other than Linux.
    /// </summary>
    public static double OneMinute() => System.IO.File.Exists(File)
        ? double.Parse(System.IO.File.ReadAllText(File).Split(' ')[0], CultureInfo.InvariantCulture)
        : 0;
}

/// <summary>
/// Processor time of connector and monitor at a moment, and how many blocks the connector had numbered.
/// </summary>
/// <param name="Connector">Seconds of the connector.</param>
/// <param name="Monitor">Seconds of the monitor; 0 without one.</param>
/// <param name="Blocks">Blocks.</param>
internal sealed record ProcessTime(double Connector, double Monitor, long Blocks)
{
    /// <summary>Seconds, user and system, that a process has taken; Linux counts them by 10 ms.</summary>
    public static double SecondsOf(int process)
    {
        using Process running = Process.GetProcessById(process);
        return running.TotalProcessorTime.TotalSeconds;
    }
}
