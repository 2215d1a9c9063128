using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// Real-time priority of a thread (SCHED_FIFO of sched(7)): it runs as soon as it wakes, whatever ordinary threads do,
/// and until it waits. For threads that keep a pace and work little. Linux only; needs the right to it.
/// </summary>
public static partial class RealTimePriority
{
    /// <summary>The highest priority; the lowest is 1.</summary>
    public const int Max = 99;

    private const int Fifo = 1;
    private const int OrdinaryForThreadsOfIt = 0x40000000;

    /// <summary>
    /// Gives the calling thread a priority; threads that it starts are ordinary ones. Null, or why not.
    /// </summary>
    /// <param name="priority">1 to <see cref="Max"/>.</param>
    public static string? TryUse(int priority)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(priority, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(priority, Max);
        if (!Linux.InUse)
            return "only Linux has such priorities";
        return sched_setscheduler(0, Fifo | OrdinaryForThreadsOfIt, in priority) == 0
            ? null
            : Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError());
    }

    /// <summary>
    /// Why a thread of this process cannot have a priority; null when it can. Its own thread tries.
    /// </summary>
    /// <param name="priority">1 to <see cref="Max"/>.</param>
    public static string? Check(int priority)
    {
        string? refusal = null;
        var probe = new Thread(() => refusal = TryUse(priority)) { Name = "priority" };
        probe.Start();
        probe.Join();
        return refusal;
    }

    // struct sched_param is the priority alone.
    [LibraryImport("libc", SetLastError = true)]
    private static partial int sched_setscheduler(int thread, int policy, in int priority);
}
