using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// libzmq takes each message from the C heap and gives it back on another thread. With glibc's defaults a frame of 128
/// KB is at the threshold above which memory is mapped and unmapped each time, and trimmed at the top of a heap: page
/// faults for every frame. Here the heap is configured to keep what it has; its size stays bounded by the high-water
/// marks.
/// </summary>
internal static partial class NativeHeap
{
    // malloc.h of glibc.
    private const int TrimThreshold = -1;
    private const int MapThreshold = -3;
    private const int LargestMapThreshold = 32 << 20;
    private const int KeptAtTop = 64 << 20;

    /// <summary>Does nothing where the C library is not glibc.</summary>
    public static void KeepFreedPages()
    {
        if (!Linux.InUse)
            return;
        try
        {
            _ = mallopt(MapThreshold, LargestMapThreshold);
            _ = mallopt(TrimThreshold, KeptAtTop);
        }
        catch (EntryPointNotFoundException)
        {
            // musl has no such option, and no such threshold.
        }
    }

    [LibraryImport("libc")]
    private static partial int mallopt(int option, int value);
}
