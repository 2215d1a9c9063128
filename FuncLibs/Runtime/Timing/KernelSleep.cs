using FuncLibs.Runtime.Platform;

namespace FuncLibs.Runtime.Timing;

/// <summary>
/// Sleeps in the kernel until shortly before the time, then spins: at most <see cref="SpinNs"/> a call, 1.5 % of a core at 300 ticks a
/// second.
/// A wake-up costs 40 us on Linux with timer slack 1; spinning over that much takes it out of the pacing.
/// </summary>
/// <param name="spinNs">Longest spin, in ns. 0 never spins, and is late by a wake-up:
/// for ticks so short that spinning would take a core.</param>
public sealed class KernelSleep(long spinNs = KernelSleep.SpinNs) : IDeadlineSleep
{
    /// <summary>Longest spin unless it is told otherwise, in ns.</summary>
    public const long SpinNs = 50_000;

    private const int SpinsPerLook = 20;

    /// <inheritdoc/>
    public void Sleep(long nanoseconds)
    {
        if (nanoseconds <= spinNs)
            Thread.SpinWait(SpinsPerLook);
        else
            KernelTimer.Sleep(nanoseconds - spinNs);
    }
}
