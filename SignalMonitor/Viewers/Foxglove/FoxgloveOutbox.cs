using System.Buffers.Binary;
using System.Net.WebSockets;

namespace SignalMonitor.Viewers.Foxglove;

/// <summary>
/// What waits to be sent to one viewer: messages one after the other in one of two buffers, which the sending task
/// swaps. Bounded: a value that finds no room is dropped, and a viewer that does not read its answers is closed. Any
/// thread puts in. The buffers grow to what is needed, then nothing is allocated.
/// </summary>
/// <param name="counters">What is counted.</param>
internal sealed class FoxgloveOutbox(ViewerCounters counters) : IDisposable
{
    private const int HeadBytes = sizeof(int);
    private const int TextFlag = 1 << 30;
    private const int FirstBytes = 4096;

    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _signal = new(0);
    private readonly TaskCompletionSource _closing = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private byte[] _filling = new byte[FirstBytes];
    private byte[] _sending = new byte[FirstBytes];
    private int _length;
    private bool _signalled;
    private (WebSocketCloseStatus Status, string Reason)? _close;

    /// <summary>Ends when the connection is to be closed.</summary>
    public Task Closing => _closing.Task;

    /// <summary>Why the connection is closed; null while it is not.</summary>
    public (WebSocketCloseStatus Status, string Reason)? Close
    {
        get
        {
            lock (_gate)
                return _close;
        }
    }

    /// <summary>A message that must arrive: the connection ends where there is no room for it.</summary>
    public void AddText(ReadOnlySpan<byte> message)
    {
        if (!TryAdd(message, TextFlag))
            CloseWith(WebSocketCloseStatus.PolicyViolation, "what is sent to this viewer is not read");
    }

    /// <summary>A value, which is dropped and counted where there is no room.</summary>
    public void AddData(ReadOnlySpan<byte> message)
    {
        if (TryAdd(message, 0))
            counters.AddMessage();
        else
            counters.AddDropped();
    }

    /// <summary>Has sent what was added.</summary>
    public void Flush()
    {
        lock (_gate)
        {
            if (_length > 0)
                Signal();
        }
    }

    /// <summary>Lets the sending task look for what is not in here.</summary>
    public void Wake()
    {
        lock (_gate)
            Signal();
    }

    /// <summary>The connection ends, with the first reason that is given.</summary>
    public void CloseWith(WebSocketCloseStatus status, string reason)
    {
        lock (_gate)
        {
            _close ??= (status, reason);
            Signal();
        }

        _closing.TrySetResult();
    }

    /// <summary>Sending task: waits until there is something to send, or the connection ends.</summary>
    public async Task Wait(CancellationToken stop)
    {
        await _signal.WaitAsync(stop);
        lock (_gate)
            _signalled = false;
    }

    /// <summary>Sending task: all that waits; valid until the next call.</summary>
    public ReadOnlyMemory<byte> TakeAll()
    {
        lock (_gate)
        {
            int length = _length;
            (_filling, _sending, _length) = (_sending, _filling, 0);
            return _sending.AsMemory(0, length);
        }
    }

    /// <summary>Sending task: the first message of what was taken, and what follows it.</summary>
    public static (ReadOnlyMemory<byte> Message, bool IsText, ReadOnlyMemory<byte> Following) First(
        ReadOnlyMemory<byte> taken)
    {
        int head = BinaryPrimitives.ReadInt32LittleEndian(taken.Span);
        int length = head & ~TextFlag;
        return (taken.Slice(HeadBytes, length), (head & TextFlag) != 0, taken[(HeadBytes + length)..]);
    }

    /// <inheritdoc/>
    public void Dispose() => _signal.Dispose();

    private bool TryAdd(ReadOnlySpan<byte> message, int flags)
    {
        lock (_gate)
        {
            int needed = _length + HeadBytes + message.Length;
            if (needed > FoxgloveLimits.WaitingBytes || _close is not null)
                return _close is not null;
            if (needed > _filling.Length)
                Array.Resize(ref _filling, Math.Max(needed, 2 * _filling.Length));
            BinaryPrimitives.WriteInt32LittleEndian(_filling.AsSpan(_length), message.Length | flags);
            message.CopyTo(_filling.AsSpan(_length + HeadBytes));
            _length = needed;
            if (flags != 0)
                Signal();
            return true;
        }
    }

    private void Signal()
    {
        if (_signalled)
            return;
        _signalled = true;
        _signal.Release();
    }
}
