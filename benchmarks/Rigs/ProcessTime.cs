using System.Diagnostics;

namespace Benchmarks.Rigs;

/// <summary>Processor time of connector and monitor at a moment, and how many blocks the connector had numbered.</summary>
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
