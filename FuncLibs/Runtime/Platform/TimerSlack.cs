using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>How much later than asked for the kernel may wake a thread, to wake several at once. The default of Linux is 50 us.</summary>
public static partial class TimerSlack
{
    private const int SetTimerSlack = 29;

    /// <summary>Asks for 1 ns for the calling thread; does nothing on systems without timer slack.</summary>
    public static void UseFinest()
    {
        if (Linux.InUse)
            _ = prctl(SetTimerSlack, 1, 0, 0, 0);
    }

    [LibraryImport("libc")]
    private static partial int prctl(int option, nuint value, nuint unused3, nuint unused4, nuint unused5);
}
