using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>Processor time that one thread took.</summary>
public static partial class ThreadTime
{
    private const int ClockThreadCpu = 3;

    /// <summary>Of the calling thread since its start, user and system, in ns; 0 on systems other than Linux.</summary>
    public static long NowNs()
    {
        if (!Linux.InUse || clock_gettime(ClockThreadCpu, out TimeSpec now) != 0)
            return 0;
        return (now.Seconds * TimeSpec.NanosecondsPerSecond) + now.Nanoseconds;
    }

    [LibraryImport("libc")]
    private static partial int clock_gettime(int clock, out TimeSpec now);
}
