using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport.Direct.Zmtp;

/// <summary>
/// Builds the messages that a consumer receives, from bytes as they come: three frames (topic, header, payload), or one
/// (a control map). A message of another shape is read to its end and dropped. The payload is written where it stays:
/// <see cref="Target"/> lets a socket receive into it. Every length is checked before memory is taken. Does no I/O.
/// </summary>
/// <param name="limits">Limits of a frame.</param>
internal sealed class MessageAssembler(FrameLimits limits)
{
    // A message of ours has three frames. A longer one is dropped; one that never ends would keep its connection busy.
    private const int MaxFrames = 1024;
    private const int PayloadFrame = 2;

    private readonly ZmtpHeadReader _head = new();
    private readonly byte[] _topic = new byte[Topic.MaxBytes];
    private readonly byte[] _header = new byte[FrameHeader.MaxSize];
    private readonly byte[] _command = new byte[ZmtpFrames.MaxCommandBytes];
    private readonly FrameBuffer _building = new(limits);
    private Part _part = Part.Head;
    private long _length;
    private long _filled;
    private bool _more;

    // Of the message: frames so far, lengths of the first two, and whether it is to be dropped.
    private int _frames;
    private int _topicLength;
    private int _headerLength;
    private bool _isDropped;

    private enum Part
    {
        Head,
        Topic,
        Header,
        Payload,
        Command,
        Dropped,
    }

    /// <summary>Where the next bytes of the payload go; empty while something else is next.</summary>
    public Span<byte> Target => _part == Part.Payload ? _building.Reserved[(int)_filled..] : default;

    /// <summary>Size of the newest payload in bytes.</summary>
    public int PayloadBytes { get; private set; }

    /// <summary>The newest command, valid until the next call.</summary>
    public ReadOnlySpan<byte> Command => _command.AsSpan(0, (int)_length);

    /// <summary>Forgets what an ended connection left unfinished.</summary>
    public void Reset()
    {
        _head.Reset();
        _part = Part.Head;
        EndMessage();
    }

    /// <summary>Passes the newest message on; the buffer's former memory is used for the next one.</summary>
    /// <returns>False when the message is larger than the buffer allows.</returns>
    public bool TryTake(FrameBuffer buffer) => buffer.TryTakeFrom(_building);

    /// <summary>Reads up to the end of a message or command, or of the input.</summary>
    /// <param name="input">The bytes; what was read is removed from it.</param>
    public AssemblyStatus Read(ref ReadOnlySpan<byte> input)
    {
        while (true)
        {
            if (_part == Part.Head)
            {
                AssemblyStatus status = ReadHead(ref input);
                if (status != AssemblyStatus.Continued)
                    return status;
            }

            int taken = (int)Math.Min(_length - _filled, input.Length);
            Store(input[..taken]);
            input = input[taken..];
            AssemblyStatus after = Advance(taken);
            if (after != AssemblyStatus.Continued)
                return after;
            if (input.IsEmpty && _part == Part.Head)
                return AssemblyStatus.NeedMore;
        }
    }

    /// <summary>Notes bytes that were written to <see cref="Target"/>.</summary>
    public AssemblyStatus Advance(int bytes)
    {
        _filled += bytes;
        if (_filled < _length)
            return AssemblyStatus.NeedMore;
        bool isCommand = _part == Part.Command;
        _part = Part.Head;
        if (isCommand)
            return AssemblyStatus.Command;
        if (_more)
            return AssemblyStatus.Continued;
        return CompleteMessage();
    }

    private AssemblyStatus ReadHead(ref ReadOnlySpan<byte> input)
    {
        FrameStatus status = _head.Read(ref input, out byte flags, out long length);
        if (status == FrameStatus.NeedMore)
            return AssemblyStatus.NeedMore;
        if (status == FrameStatus.Broken)
            return AssemblyStatus.Broken;
        (_length, _filled) = (length, 0);
        return status == FrameStatus.Command ? BeginCommand() : BeginFrame((flags & ZmtpFrames.More) != 0);
    }

    private AssemblyStatus BeginCommand()
    {
        _part = Part.Command;
        return _length <= _command.Length ? AssemblyStatus.Continued : AssemblyStatus.Broken;
    }

    private AssemblyStatus BeginFrame(bool more)
    {
        if (_length > limits.MaxPayloadBytes)
            return AssemblyStatus.Oversize;
        _more = more;
        _part = PartOf(_frames++, more);
        _isDropped |= _part == Part.Dropped;
        if (_isDropped)
            _part = Part.Dropped;
        if (_part == Part.Topic)
            _topicLength = (int)_length;
        else if (_part == Part.Header)
            _headerLength = (int)_length;
        else if (_part == Part.Payload)
            PayloadBytes = _building.Reserve((int)_length);
        return _frames <= MaxFrames ? AssemblyStatus.Continued : AssemblyStatus.Broken;
    }

    private Part PartOf(int index, bool more) => (index, more) switch
    {
        (0, true) when _length <= _topic.Length => Part.Topic,
        (1, true) when _length <= _header.Length => Part.Header,
        (0 or PayloadFrame, false) => Part.Payload,
        _ => Part.Dropped,
    };

    private void Store(ReadOnlySpan<byte> bytes)
    {
        int at = (int)Math.Min(_filled, int.MaxValue);
        switch (_part)
        {
            case Part.Topic:
                bytes.CopyTo(_topic.AsSpan(at));
                break;
            case Part.Header:
                bytes.CopyTo(_header.AsSpan(at));
                break;
            case Part.Payload:
                bytes.CopyTo(Target);
                break;
            case Part.Command:
                bytes.CopyTo(_command.AsSpan(at));
                break;
            default:
                break;
        }
    }

    private AssemblyStatus CompleteMessage()
    {
        bool isControl = _frames == 1;
        bool isDropped = _isDropped
            || !_building.TrySetEnvelope(
                _topic.AsSpan(0, isControl ? 0 : _topicLength), _header.AsSpan(0, isControl ? 0 : _headerLength));
        EndMessage();
        if (isDropped)
            return AssemblyStatus.Malformed;
        return isControl ? AssemblyStatus.Control : AssemblyStatus.Frame;
    }

    private void EndMessage()
    {
        _frames = 0;
        _isDropped = false;
        _more = false;
    }
}

/// <summary>What <see cref="MessageAssembler"/> found.</summary>
internal enum AssemblyStatus
{
    /// <summary>The input ended before the message.</summary>
    NeedMore,

    /// <summary>A part of the message is complete, and the next one is to be read.</summary>
    Continued,

    /// <summary>A message of three frames.</summary>
    Frame,

    /// <summary>A message of one frame.</summary>
    Control,

    /// <summary>A message of another shape was dropped.</summary>
    Malformed,

    /// <summary>A command.</summary>
    Command,

    /// <summary>A frame above the limit: the connection is to be closed.</summary>
    Oversize,

    /// <summary>Not ZMTP 3: the connection is to be closed.</summary>
    Broken,
}
