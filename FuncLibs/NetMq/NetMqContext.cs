using NetMQ;

namespace FuncLibs.NetMq;

/// <summary>
/// The context that NetMQ keeps for the whole process: its memory and its I/O threads are set before the first socket,
/// and it ends with the last transport. All its threads are background threads.
/// </summary>
internal static class NetMqContext
{
    // Memory that unused pooled frames may hold.
    private const long KeptBytes = 128 << 20;
    private const int EndMs = 2000;

    // Allocated ahead for each payload size: 0.4 s of the reference rig, about the longest pause of a thread on a busy
    // machine.
    private const long ReservedBytes = 16 << 20;

    private static readonly Lock Gate = new();
    private static readonly FrameMemory Memory = new(KeptBytes);
    private static bool _prepared;
    private static int _transports;
    private static int _ioThreads = 1;
    private static int _sockets;
    private static int _numbers;

    /// <summary>Registers a transport.</summary>
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
    /// Removes a transport. With the last one the context ends, after lingering messages were sent. If a thread still
    /// has its socket open, the context ends at once, and that socket returns Closed.
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

    /// <summary>Allocates memory ahead for payloads of a size.</summary>
    public static void Reserve(int frameBytes) => Memory.Reserve(frameBytes, ReservedBytes);

    public static void Opened() => Interlocked.Increment(ref _sockets);

    public static void Closed() => Interlocked.Decrement(ref _sockets);

    /// <summary>
    /// The I/O thread of the next socket, as a bit, round robin. All connections of a socket use one thread, so the
    /// events of the socket come from one thread too: NetMQ does not guard the socket that carries them.
    /// </summary>
    public static long NextAffinity() =>
        1L << (int)((uint)Interlocked.Increment(ref _numbers) % (uint)Math.Min(_ioThreads, 63));
}
