using System.Numerics;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// Cuts received bytes into frames, whatever pieces they come in. One buffer that is kept; it grows only after the length of a frame
/// was found to be allowed. No socket, no clock: fill <see cref="Free"/>, say <see cref="Advance"/>, take frames until none is whole.
/// </summary>
public sealed class LinkFrameParser
{
    private const int FirstBytes = 64 << 10;
    private byte[] _buffer = new byte[FirstBytes];
    private int _start;
    private int _end;

    /// <summary>Room for received bytes; never empty after <see cref="TryTake"/> said that no frame is whole.</summary>
    public Span<byte> Free => _buffer.AsSpan(_end);

    /// <summary>Bytes the buffer takes now.</summary>
    public int Capacity => _buffer.Length;

    /// <summary>Says that so many bytes were put into <see cref="Free"/>.</summary>
    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_buffer.Length - _end), nameof(count));
        _end += count;
    }

    /// <summary>Takes the next frame: Ok, Pending when more bytes are needed, or why the bytes are not frames of this link.</summary>
    public LinkOutcome TryTake(out LinkFrame frame)
    {
        frame = default;
        int held = _end - _start;
        int wanted = LinkProtocol.HeaderBytes;
        if (held >= wanted)
        {
            LinkOutcome header = LinkProtocol.ReadHeader(_buffer.AsSpan(_start), out LinkFrameType type, out int bodyBytes);
            if (!header.IsOk)
                return header;
            wanted += bodyBytes;
            if (held >= wanted)
            {
                frame = new LinkFrame(type, _buffer.AsSpan(_start + LinkProtocol.HeaderBytes, bodyBytes));
                _start += wanted;
                return LinkOutcome.Ok;
            }
        }

        MakeRoom(wanted);
        return LinkOutcome.Pending;
    }

    // Called only between frames, so that no view of a frame is moved under its reader.
    private void MakeRoom(int wanted)
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        // Powers of two: blocks differ a little in size, and each of them must not cost a new buffer.
        if (wanted > _buffer.Length)
            Array.Resize(ref _buffer, (int)BitOperations.RoundUpToPowerOf2((uint)wanted));
    }
}
