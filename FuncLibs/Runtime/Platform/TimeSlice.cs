using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// How much of the processor a thread requests at a time. Among runnable threads, the kernel takes the one
/// whose slice would be over first: a thread with a short slice runs soon after it wakes, although others have not used
/// up theirs (2.8 ms by default). Its share of the processor stays the same, and it needs no privilege. Linux from 6.12
/// (EEVDF, kernel documentation "sched-eevdf", sched_setattr(2)); older kernels take the request and do as before,
/// other systems have no such call.
/// </summary>
public static partial class TimeSlice
{
    /// <summary>The shortest slice that Linux gives, in ns.</summary>
    public const long ShortestNs = 100_000;

    private const uint Ordinary = 0;

    // glibc has no function for them before 2.41; the numbers are those of asm/unistd.h.
    private static nint GetAttributes => RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 315,
        Architecture.Arm64 => 275,
        _ => 0,
    };

    private static nint SetAttributes => GetAttributes - 1;

    /// <summary>The slice that the calling thread requests, in ns; 0 where the system reports none.</summary>
    public static long CurrentNs => TryGet(out Attributes attributes) ? (long)attributes.Runtime : 0;

    /// <summary>Requests the shortest slice: for threads that wait most of the time and work in small pieces.</summary>
    public static void UseShortest() => Use(ShortestNs);

    /// <summary>
    /// Requests a slice for the calling thread, and for those that it starts from now on. A thread that was given
    /// another policy than the ordinary one keeps it.
    /// </summary>
    /// <param name="ns">From <see cref="ShortestNs"/> to 100 ms; others are taken for the nearest of these.
    /// 0 = the system's default.</param>
    public static void Use(long ns)
    {
        if (!TryGet(out Attributes attributes) || attributes.Policy != Ordinary)
            return;
        attributes.Runtime = (ulong)ns;
        _ = syscall(SetAttributes, 0, ref attributes, 0);
    }

    private static unsafe bool TryGet(out Attributes attributes)
    {
        attributes = default;
        return Linux.InUse && GetAttributes != 0
            && syscall(GetAttributes, 0, ref attributes, (nuint)sizeof(Attributes), 0) == 0;
    }

    [LibraryImport("libc")]
    private static partial nint syscall(nint number, nint thread, ref Attributes attributes, nuint flagsOrSize);

    [LibraryImport("libc")]
    private static partial nint syscall(nint number, nint thread, ref Attributes attributes, nuint size, nuint flags);

    // struct sched_attr of linux/sched/types.h, its first version.
    [StructLayout(LayoutKind.Sequential)]
    private struct Attributes
    {
        public uint Size;
        public uint Policy;
        public ulong Flags;
        public int Nice;
        public uint Priority;
        public ulong Runtime;
        public ulong Deadline;
        public ulong Period;
    }
}
