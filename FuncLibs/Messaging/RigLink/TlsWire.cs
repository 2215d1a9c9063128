using System.Net.Sockets;
using System.Threading.Tasks.Sources;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// The encrypted side of a TLS connection, over a non-blocking socket. A read that finds no bytes stays open until <see
/// cref="Receive"/> finds some; what waits for it then runs on the thread that called. Writes go into a buffer first,
/// so that none waits. Does not allocate once its buffer has the size of the largest write.
/// </summary>
/// <param name="socket">The socket; the owner of the connection closes it.</param>
internal sealed class TlsWire(Socket socket) : Stream, IValueTaskSource<int>
{
    // A record of 16 KiB with its overhead, or a handshake message with a chain of certificates.
    private const int FirstBytes = 32 << 10;
    private const int MaxHeldBytes = 1 << 20;

    private readonly Lock _sending = new();
    private byte[] _held = new byte[FirstBytes];
    private int _start;
    private int _end;

    // The open read. One thread.
    private ManualResetValueTaskSourceCore<int> _read;
    private Memory<byte> _target;
    private bool _isOpen;

    /// <summary>First byte that was received: it tells TLS from anything else. -1 before it.</summary>
    public int FirstByte { get; private set; } = -1;

    /// <inheritdoc/>
    public override bool CanRead => true;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Reading thread: gives the open read what was received; what waits for it runs in this call.</summary>
    public void Receive()
    {
        if (!_isOpen || !TryReceive(_target.Span, out int received, out IOException? failure))
            return;
        _isOpen = false;
        _target = default;
        if (failure is null)
            _read.SetResult(received);
        else
            _read.SetException(failure);
    }

    /// <summary>Sends what is held: Ok when nothing is left, Pending when something is, or why it failed.</summary>
    public LinkOutcome SendHeld()
    {
        lock (_sending)
        {
            while (_start < _end)
            {
                int sent = socket.Send(_held.AsSpan(_start.._end), SocketFlags.None, out SocketError error);
                if (error == SocketError.WouldBlock)
                    return LinkOutcome.Pending;
                if (error != SocketError.Success)
                    return new LinkOutcome(LinkStatus.Failed, error.ToString());
                _start += sent;
            }

            _start = _end = 0;
            return LinkOutcome.Ok;
        }
    }

    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (TryReceive(buffer.Span, out int received, out IOException? failure))
            return failure is null ? new ValueTask<int>(received) : ValueTask.FromException<int>(failure);
        _read.Reset();
        _target = buffer;
        _isOpen = true;
        return new ValueTask<int>(this, _read.Version);
    }

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        lock (_sending)
        {
            Reserve(buffer.Length);
            buffer.CopyTo(_held.AsSpan(_end));
            _end += buffer.Length;
        }
    }

    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Write(buffer.Span);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public override void Flush()
    {
        // Nothing: SendHeld sends.
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    int IValueTaskSource<int>.GetResult(short token) => _read.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _read.GetStatus(token);

    void IValueTaskSource<int>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _read.OnCompleted(continuation, state, token, flags);

    // False when there is nothing yet. An empty target asks only whether something is there, if only the end.
    private bool TryReceive(Span<byte> target, out int received, out IOException? failure)
    {
        failure = null;
        received = 0;
        if (target.IsEmpty)
            return socket.Poll(0, SelectMode.SelectRead);
        received = socket.Receive(target, SocketFlags.None, out SocketError error);
        if (error == SocketError.WouldBlock)
            return false;
        if (error != SocketError.Success)
            failure = new IOException(error.ToString());
        else if (FirstByte < 0 && received > 0)
            FirstByte = target[0];
        return true;
    }

    private void Reserve(int bytes)
    {
        if (_start == _end)
            _start = _end = 0;
        if (bytes <= _held.Length - _end)
            return;
        _held.AsSpan(_start.._end).CopyTo(_held);
        _end -= _start;
        _start = 0;
        int wanted = checked(_end + bytes);
        if (wanted > MaxHeldBytes)
            throw new IOException($"{wanted} bytes wait for a peer that does not read");
        if (wanted > _held.Length)
            Array.Resize(ref _held, Math.Max(wanted, 2 * _held.Length));
    }
}
