using FuncLibs.Messaging.RigLink;

namespace Simulator.Serving;

/// <summary>
/// Frames on their way to one client: a bounded ring of buffers that are kept. When it is full, the newest frame is
/// refused and what waits stays whole and in order, so that the client sees one jump of the sample index where the
/// refused blocks were. Not shared: its session's lock is around it.
/// </summary>
public sealed class SendQueue
{
    // Buffers made ahead, so that a burst finds them there; what the largest blocks need beyond it is made when it is
    // first used.
    private const long PrefilledBytes = 32 << 20;

    private readonly LinkFrameWriter?[] _slots;
    private readonly int _frameBytes;
    private int _head;
    private int _held;
    private int _sentOfHead;

    /// <summary>Makes an empty queue.</summary>
    /// <param name="capacity">Frames it holds, 1 or more.</param>
    /// <param name="frameBytes">Size of the largest usual frame.</param>
    public SendQueue(int capacity, int frameBytes)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        _slots = new LinkFrameWriter?[capacity];
        _frameBytes = frameBytes;
        for (int i = 0; i < Math.Min(capacity, PrefilledBytes / frameBytes); i++)
            _slots[i] = new LinkFrameWriter(frameBytes);
    }

    /// <summary>Frames that wait, the one partly sent included.</summary>
    public int Held => _held;

    /// <summary>How full it is, 0 to 1000.</summary>
    public ushort PerMille => (ushort)(_held * 1000L / _slots.Length);

    /// <summary>True when a part of a frame is out: nothing else may be sent before its rest.</summary>
    public bool IsMidFrame => _sentOfHead > 0;

    /// <summary>
    /// The buffer of the next frame, or null when the queue is full. It joins the queue by <see cref="Commit"/>.
    /// </summary>
    public LinkFrameWriter? TryNext() =>
        _held == _slots.Length ? null : _slots[(_head + _held) % _slots.Length] ??= new LinkFrameWriter(_frameBytes);

    /// <summary>Puts the frame that was written into <see cref="TryNext"/>'s buffer into the queue.</summary>
    public void Commit() => _held++;

    /// <summary>Sends what the kernel takes without waiting: Ok when all went out, Pending when some is left.</summary>
    public LinkOutcome Flush(LinkConnection connection)
    {
        while (_held > 0)
        {
            ReadOnlySpan<byte> frame = _slots[_head]!.Frame;
            LinkOutcome outcome = connection.Send(frame[_sentOfHead..], out int sent);
            if (!outcome.IsOk)
                return outcome;
            _sentOfHead += sent;
            if (_sentOfHead == frame.Length)
                Remove();
        }

        return connection.Send(default, out _);
    }

    // An empty queue begins again at its first buffer, which is still in the processor's cache.
    private void Remove()
    {
        _sentOfHead = 0;
        _held--;
        _head = _held == 0 ? 0 : (_head + 1) % _slots.Length;
    }
}
