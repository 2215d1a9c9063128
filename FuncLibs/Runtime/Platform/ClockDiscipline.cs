using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// What the kernel knows of the synchronization of this machine's clock (adjtimex(2), which needs no rights to read).
/// Null on other systems.
/// </summary>
/// <param name="IsSynchronized">True when a time service keeps the clock.</param>
/// <param name="MaxError">Largest error of the clock, as the time service states it.</param>
internal readonly partial record struct ClockDiscipline(bool IsSynchronized, TimeSpan MaxError)
{
    // struct timex of a 64-bit Linux: u32 modes, then words of 8 bytes; the rest is not read.
    private const int StructBytes = 208;
    private const int MaxErrorOffset = 24;
    private const int StatusOffset = 40;
    private const int Unsynchronized = 0x40;

    /// <summary>Reads it.</summary>
    /// <returns>Null where the system does not tell.</returns>
    public static unsafe ClockDiscipline? Read()
    {
        if (!Linux.InUse || !Environment.Is64BitProcess)
            return null;
        byte* timex = stackalloc byte[StructBytes];
        new Span<byte>(timex, StructBytes).Clear();
        if (Adjtimex(timex) < 0)
            return null;
        ReadOnlySpan<byte> read = new(timex, StructBytes);
        return new ClockDiscipline(
            (BinaryPrimitives.ReadInt32LittleEndian(read[StatusOffset..]) & Unsynchronized) == 0,
            TimeSpan.FromMicroseconds(BinaryPrimitives.ReadInt64LittleEndian(read[MaxErrorOffset..])));
    }

    [LibraryImport("libc", EntryPoint = "adjtimex", SetLastError = true)]
    private static unsafe partial int Adjtimex(byte* timex);
}
