namespace FuncLibs.Messaging.Transport.Direct.Zmtp;

/// <summary>
/// Splits the bytes that a peer sends to a bound socket into frames. Takes memory as bytes arrive, never for a length
/// that is only claimed. Does no I/O.
/// </summary>
/// <param name="maxFrameBytes">Longest frame in bytes; a longer one is broken.</param>
internal sealed class ZmtpFrameReader(int maxFrameBytes)
{
    private const int FirstBodyBytes = 256;

    private readonly ZmtpHeadReader _head = new();
    private byte[] _body = [];
    private int _bodyFilled;
    private int _length = -1;
    private byte _flags;

    /// <summary>True when another frame of the message follows.</summary>
    public bool HasMore => (_flags & ZmtpFrames.More) != 0;

    /// <summary>Reads up to the end of a frame, or of the input.</summary>
    /// <param name="input">The bytes; what was read is removed from it.</param>
    /// <param name="body">The body of a whole frame; valid until the next call.</param>
    public FrameStatus Read(ref ReadOnlySpan<byte> input, out ReadOnlySpan<byte> body)
    {
        body = default;
        if (_length < 0)
        {
            FrameStatus status = _head.Read(ref input, out _flags, out long length);
            if (status is FrameStatus.NeedMore or FrameStatus.Broken)
                return status;
            int limit = status == FrameStatus.Command
                ? Math.Min(maxFrameBytes, ZmtpFrames.MaxCommandBytes)
                : maxFrameBytes;
            if (length > limit)
                return FrameStatus.Broken;
            _length = (int)length;
        }

        int missing = _length - _bodyFilled;
        if (_bodyFilled == 0 && input.Length >= missing)
        {
            body = input[..missing];
            input = input[missing..];
            return Complete();
        }

        int taken = Math.Min(missing, input.Length);
        Store(input[..taken]);
        input = input[taken..];
        if (_bodyFilled < _length)
            return FrameStatus.NeedMore;
        body = _body.AsSpan(0, _length);
        return Complete();
    }

    private void Store(ReadOnlySpan<byte> bytes)
    {
        int needed = _bodyFilled + bytes.Length;
        if (needed > _body.Length)
            Array.Resize(ref _body, Math.Min(_length, Math.Max(needed, Math.Max(FirstBodyBytes, 2 * _body.Length))));
        bytes.CopyTo(_body.AsSpan(_bodyFilled));
        _bodyFilled = needed;
    }

    private FrameStatus Complete()
    {
        _bodyFilled = 0;
        _length = -1;
        return (_flags & ZmtpFrames.Command) != 0 ? FrameStatus.Command : FrameStatus.Frame;
    }
}

/// <summary>What <see cref="ZmtpFrameReader"/> found.</summary>
internal enum FrameStatus
{
    /// <summary>The input ended before the frame.</summary>
    NeedMore,

    /// <summary>A frame of a message.</summary>
    Frame,

    /// <summary>A command.</summary>
    Command,

    /// <summary>Not a frame of ZMTP 3, or too long: the connection is to be closed.</summary>
    Broken,
}
