using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// Waits for several descriptors at once (poll(2)) without an allocation. Only Unix has it; its caller asks
/// <see cref="IsPossible"/> first.
/// </summary>
internal static unsafe partial class SocketPoll
{
    // Of poll.h, the same on all.
    private const int Input = 1;
    private const int Output = 4;
    private const int Error = 8;
    private const int HangUp = 16;
    private const int NoDescriptor = 32;

    // Of Linux alone: the other side sends no more, although bytes of it may still be unread.
    private const int PeerClosedOnLinux = 0x2000;

    /// <summary>True where descriptors can be waited for.</summary>
    public static bool IsPossible => !OperatingSystem.IsWindows();

    /// <summary>Waits until one of the items has an event, or the time is over.</summary>
    /// <param name="items">What to wait for; a negative descriptor is ignored. Their results are overwritten.</param>
    /// <param name="milliseconds">Longest wait; 0 only looks, -1 waits without a limit.</param>
    /// <returns>Number of items with an event; 0 also when a signal interrupted the wait.</returns>
    public static int Wait(Span<PollItem> items, int milliseconds)
    {
        fixed (PollItem* first = items)
        {
            int ready = OperatingSystem.IsMacOS()
                ? PollOnMac(first, (uint)items.Length, milliseconds)
                : Poll(first, (nuint)items.Length, milliseconds);
            return Math.Max(0, ready);
        }
    }

    /// <summary>The flags of the kernel for events to wait for.</summary>
    public static short ToNative(PollEvents events)
    {
        // Not by HasFlag: until this is compiled for the second time, each call of that allocates.
        int native = (events & PollEvents.Readable) != 0 ? Input : 0;
        native |= (events & PollEvents.Writable) != 0 ? Output : 0;
        native |= (events & PollEvents.PeerClosed) != 0 && Linux.InUse ? PeerClosedOnLinux : 0;
        return (short)native;
    }

    /// <summary>What the kernel found.</summary>
    public static PollEvents FromNative(short native)
    {
        PollEvents events = (native & Input) != 0 ? PollEvents.Readable : PollEvents.None;
        events |= (native & Output) != 0 ? PollEvents.Writable : PollEvents.None;
        events |= (native & (Error | HangUp | NoDescriptor)) != 0 ? PollEvents.Failed : PollEvents.None;
        return (native & PeerClosedOnLinux) != 0 ? events | PollEvents.PeerClosed : events;
    }

    [LibraryImport("libc", EntryPoint = "poll")]
    private static partial int Poll(PollItem* items, nuint count, int milliseconds);

    [LibraryImport("libc", EntryPoint = "poll")]
    private static partial int PollOnMac(PollItem* items, uint count, int milliseconds);
}

/// <summary>A descriptor to wait for, and what was found: struct pollfd of poll.h.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly struct PollItem
{
    private readonly int _descriptor;
    private readonly short _events;
    private readonly short _found;

    /// <summary>Creates an item.</summary>
    /// <param name="descriptor">The descriptor; negative to ignore the item.</param>
    /// <param name="events">What to wait for; <see cref="PollEvents.Failed"/> is always reported.</param>
    public PollItem(int descriptor, PollEvents events)
    {
        _descriptor = descriptor;
        _events = SocketPoll.ToNative(events);
    }

    /// <summary>What the last wait found.</summary>
    public PollEvents Found => SocketPoll.FromNative(_found);
}

/// <summary>Events of a descriptor.</summary>
[Flags]
internal enum PollEvents
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Bytes, a connection or the end of the stream can be read.</summary>
    Readable = 1,

    /// <summary>Bytes can be written, or a connection was made or refused.</summary>
    Writable = 2,

    /// <summary>The connection failed, hung up, or is none.</summary>
    Failed = 4,

    /// <summary>The other side sends no more; bytes may still be unread. Reported on Linux only.</summary>
    PeerClosed = 8,
}
