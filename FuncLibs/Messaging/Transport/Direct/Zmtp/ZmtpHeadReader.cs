namespace FuncLibs.Messaging.Transport.Direct.Zmtp;

/// <summary>Collects the head of a frame from bytes as they come.</summary>
internal sealed class ZmtpHeadReader
{
    private readonly byte[] _head = new byte[ZmtpFrames.MaxHeadBytes];
    private int _filled;

    /// <summary>Forgets a head that was begun.</summary>
    public void Reset() => _filled = 0;

    /// <summary>Reads up to the end of a head, or of the input.</summary>
    /// <param name="input">The bytes; what was read is removed from it.</param>
    /// <param name="flags">The flags of a whole head.</param>
    /// <param name="length">Bytes of its body.</param>
    /// <returns>Frame or Command for a whole head, NeedMore, or Broken.</returns>
    public FrameStatus Read(ref ReadOnlySpan<byte> input, out byte flags, out long length)
    {
        (flags, length) = (0, 0);
        while (!input.IsEmpty)
        {
            _head[_filled++] = input[0];
            input = input[1..];
            if (_filled < ZmtpFrames.HeadBytes(_head[0]))
                continue;
            _filled = 0;
            if (!ZmtpFrames.TryReadHead(_head, out flags, out length))
                return FrameStatus.Broken;
            return (flags & ZmtpFrames.Command) != 0 ? FrameStatus.Command : FrameStatus.Frame;
        }

        return FrameStatus.NeedMore;
    }
}
