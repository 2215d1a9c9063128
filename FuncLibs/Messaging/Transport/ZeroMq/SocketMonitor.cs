using System.Buffers.Binary;
using System.Globalization;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// Counts the connection events of one socket that libzmq reports, on its own thread. It also detects that a connection
/// ended for good: a DISCONNECTED without a following CONNECT_RETRIED, as after an oversize or malformed message.
/// </summary>
internal sealed unsafe class SocketMonitor : IDisposable
{
    private const int StackBytes = 256 << 10;
    private const int JoinMs = 2000;
    private static long _numbers;

    private readonly ContextHandle _context;
    private readonly ZeroMqSocket _watched;
    private readonly TimeProvider _time;
    private readonly string _address;
    private readonly InputGuard? _guard;
    private readonly Thread _thread;
    private readonly ManualResetEventSlim _listening = new();

    // Written by the monitor thread, read by the owner of the socket; 0 while a connection is open or being
    // established.
    private long _endedAt;
    private long _handshakeAt;

    /// <summary>Starts to monitor; all later events of the socket are seen.</summary>
    /// <param name="context">Context of the socket.</param>
    /// <param name="watched">The socket.</param>
    /// <param name="time">The clock.</param>
    /// <param name="guard">Limits what peers send to a bound socket; null for none.</param>
    public SocketMonitor(ContextHandle context, ZeroMqSocket watched, TimeProvider time, InputGuard? guard = null)
    {
        _guard = guard;
        _context = context;
        _watched = watched;
        _time = time;
        _address =
            string.Create(CultureInfo.InvariantCulture, $"inproc://monitor-{Interlocked.Increment(ref _numbers)}");
        if (ZeroMqNative.SocketMonitor(watched.Handle, _address, MonitorEvent.All) != 0)
            throw ZeroMqError.Unexpected("zmq_socket_monitor", ZeroMqError.Last);
        _thread = new Thread(Run, StackBytes) { IsBackground = true, Name = "libzmq monitor" };
        _thread.Start();
        _listening.Wait();
    }

    public LinkCounts Counts { get; } = new();

    /// <summary>Timestamp of the newest successful handshake; 0 before the first.</summary>
    public long HandshakeAt => Volatile.Read(ref _handshakeAt);

    /// <summary>Time since the connection ended for good; null while it is open or the library retries.</summary>
    public TimeSpan? EndedFor =>
        Volatile.Read(ref _endedAt) is var ended and not 0 ? _time.GetElapsedTime(ended) : null;

    /// <summary>Clears the end; the owner re-establishes the connection.</summary>
    public void ForgetEnd() => Volatile.Write(ref _endedAt, 0);

    /// <summary>Called by the owner of the socket, before it closes it.</summary>
    public void Dispose()
    {
        if (_watched.Handle.IsClosed)
            return;

        // Fails when the context ends; then the thread detects that end by itself.
        _ = ZeroMqNative.SocketMonitor(_watched.Handle, null, 0);
        if (_thread.Join(JoinMs))
            _listening.Dispose();
    }

    private void Run()
    {
        try
        {
            using var events = new ZeroMqSocket(_context, SocketType.Pair);
            events.Set(SocketOption.Linger, 0);
            if (_guard is not null)
                events.Set(SocketOption.RcvTimeO, InputGuard.PeriodMs);
            int connected = ZeroMqNative.Connect(events.Handle, _address);
            _listening.Set();
            if (connected == 0)
                ReadAll(events);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            Counts.SetFault(OneLine.Format(e.Message));
            _listening.Set();
        }
    }

    private void ReadAll(ZeroMqSocket events)
    {
        ZeroMqMessage message = default;
        ZeroMqNative.MsgInit(&message);
        bool head = true;
        ushort name = 0;
        while (name != MonitorEvent.MonitorStopped && events.Receive(&message, 0) is var status
            && (status == ReceiveStatus.Frame || (status == ReceiveStatus.Empty && _guard is not null)))
        {
            if (status == ReceiveStatus.Frame)
            {
                if (head)
                {
                    name = NameOf(ZeroMqMessageReader.Bytes(&message));
                    TryCount(name, ValueOf(ZeroMqMessageReader.Bytes(&message)));
                }

                head = ZeroMqNative.MsgMore(&message) == 0;
            }

            // Also while events come without a pause, as of a peer that connects again and again.
            TryGuard();
        }

        ZeroMqNative.MsgClose(&message);
    }

    // First frame: u16 event, u32 value in host order. The second, the endpoint, is not needed.
    private static ushort NameOf(ReadOnlySpan<byte> frame)
    {
        if (frame.Length < sizeof(ushort))
            return 0;
        return BitConverter.IsLittleEndian
            ? BinaryPrimitives.ReadUInt16LittleEndian(frame)
            : BinaryPrimitives.ReadUInt16BigEndian(frame);
    }

    // The descriptor of the connection, with the events that the guard needs.
    private static int ValueOf(ReadOnlySpan<byte> frame) =>
        frame.Length < sizeof(ushort) + sizeof(int) ? -1 : BitConverter.ToInt32(frame[sizeof(ushort)..]);

    // Reading continues even if a count fails: libzmq's own threads wait for a monitor that does not read.
    private void TryCount(ushort name, int value)
    {
        try
        {
            Count(name, value);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            Counts.SetFault(OneLine.Format(e.Message));
        }
    }

    private void TryGuard()
    {
        try
        {
            _guard?.CheckDue();
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            Counts.SetFault(OneLine.Format(e.Message));
        }
    }

    private void Count(ushort name, int value)
    {
        switch (name)
        {
            case MonitorEvent.Connected:
                Counts.AddConnected();
                break;
            case MonitorEvent.ConnectRetried:
                Counts.AddRetried();
                break;
            case MonitorEvent.Disconnected:
                Counts.AddDisconnected();
                _guard?.Ended(value);
                break;
            case MonitorEvent.Accepted:
                Counts.AddAccepted();
                _guard?.Accepted(value);
                break;
            case MonitorEvent.AcceptFailed:
                Counts.AddAcceptFailed();
                break;
            case MonitorEvent.HandshakeSucceeded:
                Volatile.Write(ref _handshakeAt, Math.Max(1, _time.GetTimestamp()));
                Counts.AddHandshake();
                break;
            case MonitorEvent.HandshakeFailedNoDetail or MonitorEvent.HandshakeFailedProtocol
                or MonitorEvent.HandshakeFailedAuth:
                Counts.AddHandshakeFailed();
                break;
        }

        NoteEnd(name);
    }

    private void NoteEnd(ushort name)
    {
        if (name == MonitorEvent.Disconnected)
            Volatile.Write(ref _endedAt, Math.Max(1, _time.GetTimestamp()));
        else if (name is MonitorEvent.Connected or MonitorEvent.ConnectRetried or MonitorEvent.ConnectDelayed)
            Volatile.Write(ref _endedAt, 0);
    }
}
