using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Publishing;

/// <summary>
/// The last frame of a stream, for consumers that join. The publish thread writes each payload into the buffer that is not the last
/// frame's, so the last one stays whole without a copy; the lock is held for the swap, and for the copy that a joining consumer asks for.
/// </summary>
public sealed class LastFrame
{
    private readonly Lock _lock = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private PayloadBuffer _last = new();
    private PayloadBuffer _next = new();
    private bool _any;

    /// <summary>Any thread: true once there is a last frame; it stays so.</summary>
    public bool Exists => Volatile.Read(ref _any);

    /// <summary>Publish thread: where the next payload goes.</summary>
    public PayloadBuffer Next => _next;

    /// <summary>Publish thread: <see cref="Next"/> was sent and is the last frame from now on.</summary>
    public void Commit(ReadOnlySpan<byte> header)
    {
        lock (_lock)
        {
            (_last, _next) = (_next, _last);
            header.CopyTo(_header);
            _any = true;
        }
    }

    /// <summary>Any thread: copies the last frame; false when there is none yet.</summary>
    public bool TryCopy(Span<byte> header, PayloadBuffer payload)
    {
        lock (_lock)
        {
            if (!_any)
                return false;
            _header.CopyTo(header);
            payload.Set(_last.Written);
            return true;
        }
    }
}
