using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>A time of the kernel (struct timespec).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct TimeSpec
{
    public const long NanosecondsPerSecond = 1_000_000_000;

    public nint Seconds;
    public nint Nanoseconds;
}
