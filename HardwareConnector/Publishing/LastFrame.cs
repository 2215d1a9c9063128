using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Publishing;

/// <summary>
/// The last frame of a stream, for consumers that join. The publish thread writes each payload into the other buffer,
/// so the last frame stays intact without a copy. The lock is held for the swap, and for the copy that a joining
/// consumer requests.
/// </summary>
public sealed class LastFrame
{
    private readonly Lock _lock = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private PayloadBuffer _last = new();
    private PayloadBuffer _next = new();
    private bool _any;

    /// <summary>True once there is a last frame. Any thread.</summary>
    public bool Exists => Volatile.Read(ref _any);

    /// <summary>Buffer for the next payload. Publish thread.</summary>
    public PayloadBuffer Next => _next;

    /// <summary>Makes <see cref="Next"/>, which was sent, the last frame. Publish thread.</summary>
    public void Commit(ReadOnlySpan<byte> header)
    {
        lock (_lock)
        {
            (_last, _next) = (_next, _last);
            header.CopyTo(_header);
            _any = true;
        }
    }

    /// <summary>Copies the last frame; false when there is none yet. Any thread.</summary>
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
