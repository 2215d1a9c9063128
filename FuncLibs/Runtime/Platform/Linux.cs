namespace FuncLibs.Runtime.Platform;

/// <summary>
/// Whether what only Linux has is used. Each class of this namespace names its fallback, with which the programs do the
/// same work:
/// <code>
///   TimerSlack        timers as fine as the system has them
///   KernelTimer       the framework's waits, good to a millisecond, and the rest of it by giving the processor away
///   TimeSlice         the scheduler's own slices
///   RealTimePriority  refused, with the reason
///   ThreadTime        0: not measured
///   FileSync          the framework's flush, which takes some refusals of a file system for success
///   OpenFileName      whether there is a file of the name, be it another one
///   FolderSync        nothing on Windows, whose file system journals names itself
///   BootId            none: a position that was only mapped counts as not exact after a restart of the process
///   SharedMemory      none: what waits for the disk is memory of the process
///   OpenFiles         none: connections are not limited by it
///   SocketCookie      none: no connection is ended by its descriptor
///   SocketBytes       two calls for two pieces of memory
///   SocketPoll        the end of a connection is seen by who receives from it
///   WakeSignal        a datagram socket that is connected to itself
///   TcpUserTimeout    the system's own limit
///   ClockDiscipline   none: whether the clock is synchronized is not known
///   NativeHeap        the C library's own thresholds
/// </code>
/// </summary>
public static class Linux
{
    /// <summary>
    /// Variable that puts every fallback in force on Linux too when it is 1: to see there what other systems do.
    /// </summary>
    public const string PortableVariable = "FUNCLIBS_PORTABLE";

    /// <summary>True on Linux, unless <see cref="PortableVariable"/> is set.</summary>
    public static bool InUse { get; } =
        OperatingSystem.IsLinux() && Environment.GetEnvironmentVariable(PortableVariable) != "1";
}
