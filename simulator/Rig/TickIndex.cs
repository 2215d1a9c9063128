namespace Simulator.Rig;

/// <summary>Ticks of the plant loop and samples of a rate, in integers.</summary>
internal static class TickIndex
{
    /// <summary>The base sample in whose period a tick lies: all indices of the truth file.</summary>
    public static long ToSample(long tick, long rateHz, int loopHz) => (long)((Int128)tick * rateHz / loopHz);

    /// <summary>The newest tick at or before a sample.</summary>
    public static long ToTick(long sample, long rateHz, int loopHz) => (long)((Int128)sample * loopHz / rateHz);
}
