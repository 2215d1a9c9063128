using NetMQ;

namespace FuncLibs.NetMq;

/// <summary>
/// The context that NetMQ keeps for the whole process: its memory and its I/O threads are set before the first socket, and it ends with
/// the last transport. All its threads are background threads.
/// </summary>
internal static class NetMqContext
{
    // What pooled frames may hold of memory while nobody uses them.
    private const long KeptBytes = 128 << 20;
    private const int EndMs = 2000;

    // Made ahead for each size of payload: 0.4 s of the reference rig, as much as a busy machine holds a thread up now and then.
    private const long ReservedBytes = 16 << 20;

    private static readonly Lock Gate = new();
    private static readonly FrameMemory Memory = new(KeptBytes);
    private static bool _prepared;
    private static int _transports;
    private static int _ioThreads = 1;
    private static int _sockets;
    private static int _numbers;

    /// <summary>A transport begins.</summary>
    public static void Enter(int ioThreads)
    {
        lock (Gate)
        {
            if (!_prepared)
                BufferPool.SetCustomBufferPool(Memory);
            _prepared = true;
            if (_transports++ > 0)
                return;
            _ioThreads = ioThreads;
            NetMQConfig.ThreadPoolSize = ioThreads;
        }
    }

    /// <summary>
    /// A transport ends. With the last one the context does: it waits until what lingers is sent. Where a thread still has its socket the
    /// context ends at once, and its socket says Closed.
    /// </summary>
    public static void Leave(TimeSpan linger)
    {
        lock (Gate)
        {
            if (--_transports > 0)
                return;
            bool allClosed = Volatile.Read(ref _sockets) == 0;
            Thread end = new(() => NetMQConfig.Cleanup(block: allClosed)) { IsBackground = true, Name = "netmq end" };
            end.Start();
            end.Join(linger + TimeSpan.FromMilliseconds(EndMs));
        }
    }

    /// <summary>Makes memory ahead for payloads of a size.</summary>
    public static void Reserve(int frameBytes) => Memory.Reserve(frameBytes, ReservedBytes);

    public static void Opened() => Interlocked.Increment(ref _sockets);

    public static void Closed() => Interlocked.Decrement(ref _sockets);

    /// <summary>
    /// The I/O thread of the next socket, as a bit, in turn. With all connections of a socket on one thread, the events of the socket come
    /// from one thread too: NetMQ does not guard the socket that carries them.
    /// </summary>
    public static long NextAffinity() => 1L << (int)((uint)Interlocked.Increment(ref _numbers) % (uint)Math.Min(_ioThreads, 63));
}
