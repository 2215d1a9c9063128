using System.Net.Sockets;
using FuncLibs.Messaging.Transport.Direct.Zmtp;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// Receives messages from an active connection, on the socket's own thread: small ones many at a time, payloads of
/// large ones straight into the memory where they stay. Does not allocate once its buffers have their size.
/// </summary>
internal sealed class MessageReceiver(MessageAssembler assembler, ClientConnection connection)
{
    private const int StagingBytes = 64 << 10;

    // After a large payload a receive ends soon after its heads, so that the payload is received in place.
    private const int LargePayload = 32 << 10;
    private const int HeadsBytes = 512;
    private const int DirectBytes = 4 << 10;

    // A peer whose bytes never become a message does not keep the thread.
    private const long BytesPerCall = 4 << 20;

    private readonly byte[] _staging = new byte[StagingBytes];
    private int _start;
    private int _end;
    private SafeSocketHandle? _socket;

    // Set while a receive found less than it asked for: the next one would find nothing.
    private bool _isDrained;
    private bool _isExhausted = true;

    /// <summary>Whether a message may be in memory already.</summary>
    public bool HasInput => !_isExhausted && _start < _end;

    /// <summary>I/O thread, before the connection is active: begins with what came after the handshake.</summary>
    public void Begin(SafeSocketHandle socket, ReadOnlySpan<byte> rest)
    {
        assembler.Reset();
        rest.CopyTo(_staging);
        _start = 0;
        _end = rest.Length;
        _socket = socket;
        _isDrained = false;
        _isExhausted = _end == 0;
    }

    /// <summary>Notes what a wait found.</summary>
    public void NoteReadable(bool isReadable) => _isDrained = !isReadable;

    /// <summary>Whether the kernel has bytes, or the end of the stream.</summary>
    public bool IsReadable()
    {
        Span<PollItem> item = [new PollItem((int)_socket!.DangerousGetHandle(), PollEvents.Readable)];
        return SocketPoll.Wait(item, 0) > 0;
    }

    /// <summary>Whether the kernel has bytes that were not received.</summary>
    public bool HasUnread()
    {
        Span<byte> peeked = stackalloc byte[1];
        return SocketBytes.Peek(_socket!, peeked) > 0;
    }

    /// <summary>Receives one message.</summary>
    /// <param name="buffer">Target.</param>
    /// <param name="fault">Why it is malformed; None otherwise.</param>
    public ReceiveStatus Receive(FrameBuffer buffer, out FrameFault fault)
    {
        fault = FrameFault.None;
        for (long read = 0; read < BytesPerCall;)
        {
            AssemblyStatus status = Next(out int received);
            if (received == SocketBytes.WouldBlock)
            {
                _isExhausted = true;
                return ReceiveStatus.Empty;
            }

            if (received == SocketBytes.Ended)
            {
                _isExhausted = true;
                connection.Break(isProtocol: false);
                return ReceiveStatus.Empty;
            }

            read += received;
            if (status is AssemblyStatus.NeedMore or AssemblyStatus.Continued)
                continue;
            _isExhausted = false;
            if (status == AssemblyStatus.Command)
                TakeCommand();
            else
                return Complete(status, buffer, out fault);
            if (!connection.IsActive)
                return ReceiveStatus.Empty;
        }

        _isExhausted = false;
        return ReceiveStatus.Empty;
    }

    private AssemblyStatus Next(out int received)
    {
        received = 0;
        if (_start < _end)
        {
            ReadOnlySpan<byte> input = _staging.AsSpan(_start, _end - _start);
            AssemblyStatus status = assembler.Read(ref input);
            _start = _end - input.Length;
            return status;
        }

        if (_isDrained)
        {
            _isDrained = false;
            received = SocketBytes.WouldBlock;
            return AssemblyStatus.NeedMore;
        }

        Span<byte> target = assembler.Target;
        if (target.Length >= DirectBytes)
        {
            received = SocketBytes.Receive(_socket!, target);
            _isDrained = received > 0 && received < target.Length;
            return received > 0 ? assembler.Advance(received) : AssemblyStatus.NeedMore;
        }

        int wanted = assembler.PayloadBytes >= LargePayload ? HeadsBytes : StagingBytes;
        received = SocketBytes.Receive(_socket!, _staging.AsSpan(0, wanted));
        _isDrained = received > 0 && received < wanted;
        (_start, _end) = (0, Math.Max(0, received));
        return AssemblyStatus.NeedMore;
    }

    private void TakeCommand()
    {
        if (!ZmtpCommands.TryRead(assembler.Command, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> data))
            connection.Break(isProtocol: true);
        else if (name.SequenceEqual("PING"u8))
            connection.Answer(data);
    }

    private ReceiveStatus Complete(AssemblyStatus status, FrameBuffer buffer, out FrameFault fault)
    {
        fault = FrameFault.None;
        switch (status)
        {
            case AssemblyStatus.Frame or AssemblyStatus.Control when assembler.TryTake(buffer):
                return status == AssemblyStatus.Frame ? ReceiveStatus.Frame : ReceiveStatus.Control;
            case AssemblyStatus.Malformed:
                fault = FrameFault.Length;
                return ReceiveStatus.Malformed;
            case AssemblyStatus.Oversize or AssemblyStatus.Broken:
                // Counted once, as the end of the link (ProtocolEnds).
                connection.Break(isProtocol: true);
                return ReceiveStatus.Empty;
            default:
                fault = FrameFault.Oversize;
                return ReceiveStatus.Malformed;
        }
    }
}
