namespace Benchmarks.Rigs;

/// <summary>One run of many rigs.</summary>
/// <param name="Preset">What each rig is.</param>
/// <param name="Rigs">How many.</param>
/// <param name="Rate">Blocks a second of each; 0 = as the preset.</param>
/// <param name="Seconds">Length of the window that is measured.</param>
/// <param name="HasMonitor">Whether a monitor listens.</param>
/// <param name="Priority">Real-time priority of the rigs' threads that make blocks; 0 = ordinary.</param>
internal sealed record RigsPlan(string Preset, int Rigs, int Rate, double Seconds, bool HasMonitor = true, int Priority = 0)
{
    /// <summary>Seconds before the window, for the compiler and for clients to settle.</summary>
    public const double WarmUpSeconds = 6;

    // From the start of the clocks until all processes run, and behind the window.
    private const double MarginSeconds = 5;

    /// <summary>Seconds that the simulator runs.</summary>
    public double RunSeconds => WarmUpSeconds + Seconds + MarginSeconds;
}
