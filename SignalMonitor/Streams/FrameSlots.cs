using FuncLibs.Messaging.Transport;

namespace SignalMonitor.Streams;

/// <summary>
/// Frames that wait after a gap, under their tokens of the delivery. Allocates only to grow. Receive
/// thread only.
/// </summary>
internal sealed class FrameSlots
{
    private readonly Stack<int> _free = new();
    private (FrameBuffer? Frame, FrameOrigin Origin)[] _slots = new (FrameBuffer?, FrameOrigin)[64];
    private int _used;

    /// <summary>Puts a frame under a token.</summary>
    public int Put(FrameBuffer frame, FrameOrigin origin)
    {
        if (!_free.TryPop(out int token))
            token = _used++;
        if (token == _slots.Length)
            Array.Resize(ref _slots, _slots.Length * 2);
        _slots[token] = (frame, origin);
        return token;
    }

    /// <summary>Takes the frame of a token; the token is used again.</summary>
    public (FrameBuffer Frame, FrameOrigin Origin) Rent(int token)
    {
        (FrameBuffer? frame, FrameOrigin origin) = _slots[token];
        _slots[token] = default;
        _free.Push(token);
        return (frame ?? throw new InvalidOperationException($"Nothing is held under {token}."), origin);
    }
}
