using System.Text;

namespace FuncLibs.Messaging.Transport.Direct.Zmtp;

/// <summary>
/// The handshake of one connection (RFC 37): 64 bytes of greeting, then READY, with mechanism NULL, on either side.
/// Reads bytes as they come; does no I/O, takes no more memory than its buffer, and accepts versions 3.0 and above.
/// </summary>
/// <param name="ownType">Socket type of this side.</param>
internal sealed class ZmtpHandshake(ZmtpSocketType ownType)
{
    /// <summary>Bytes of a greeting.</summary>
    public const int GreetingBytes = 64;

    private const byte SignatureStart = 0xFF;
    private const byte SignatureEnd = 0x7F;
    private const int SignatureEndAt = 9;
    private const int MajorAt = 10;
    private const int MinorAt = 11;
    private const int MechanismAt = 12;
    private const int MechanismBytes = 20;
    private const byte MajorVersion = 3;
    private const byte MinorVersion = 1;

    private readonly byte[] _buffer = new byte[ZmtpFrames.MaxHeadBytes + ZmtpFrames.MaxCommandBytes];
    private int _filled;
    private bool _greeted;

    /// <summary>Bytes that this side sends at once: greeting and READY.</summary>
    public byte[] Opening { get; } =
    [
        SignatureStart, 0, 0, 0, 0, 0, 0, 0, 0, SignatureEnd, MajorVersion, MinorVersion,
        .. "NULL"u8, .. new byte[GreetingBytes - MechanismAt - 4],
        .. ZmtpCommands.Ready(ownType.Name),
    ];

    /// <summary>Whether the other side reads subscriptions as commands (3.1); known once it is done.</summary>
    public bool HasCommands { get; private set; }

    /// <summary>Reads the next bytes.</summary>
    /// <param name="input">The bytes.</param>
    /// <param name="consumed">How many of them belong to the handshake.</param>
    public HandshakeResult Feed(ReadOnlySpan<byte> input, out int consumed)
    {
        consumed = 0;
        while (consumed < input.Length)
        {
            _buffer[_filled++] = input[consumed++];
            HandshakeResult result = _greeted ? CheckReady() : CheckGreeting();
            if (result != HandshakeResult.NeedMore)
                return result;
        }

        return HandshakeResult.NeedMore;
    }

    // Each byte as it comes: an old or foreign peer may never send all 64.
    private HandshakeResult CheckGreeting()
    {
        int at = _filled - 1;
        byte value = _buffer[at];
        if (at == 0 && value != SignatureStart)
            return HandshakeResult.NotZmtp;
        if (at == SignatureEndAt && (value & 1) == 0)
            return HandshakeResult.OldVersion;
        if (at == SignatureEndAt && value != SignatureEnd)
            return HandshakeResult.NotZmtp;
        if (at == MajorAt && value < MajorVersion)
            return HandshakeResult.OldVersion;
        if (at == MechanismAt + MechanismBytes - 1 && !IsNull(_buffer.AsSpan(MechanismAt, MechanismBytes)))
            return HandshakeResult.OtherMechanism;
        if (_filled < GreetingBytes)
            return HandshakeResult.NeedMore;
        HasCommands = _buffer[MajorAt] > MajorVersion || _buffer[MinorAt] >= MinorVersion;
        _greeted = true;
        _filled = 0;
        return HandshakeResult.NeedMore;
    }

    private HandshakeResult CheckReady()
    {
        int head = ZmtpFrames.HeadBytes(_buffer[0]);
        if (_filled < head)
            return HandshakeResult.NeedMore;
        if (!ZmtpFrames.TryReadHead(_buffer, out byte flags, out long length)
            || (flags & ZmtpFrames.Command) == 0
            || length > ZmtpFrames.MaxCommandBytes)
            return HandshakeResult.BrokenCommand;
        return _filled < head + length
            ? HandshakeResult.NeedMore
            : ReadCommand(_buffer.AsSpan(head, (int)length));
    }

    private HandshakeResult ReadCommand(ReadOnlySpan<byte> body)
    {
        if (!ZmtpCommands.TryRead(body, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> data))
            return HandshakeResult.BrokenCommand;
        if (name.SequenceEqual("ERROR"u8))
            return HandshakeResult.Refused;
        if (!name.SequenceEqual("READY"u8)
            || !ZmtpCommands.TryReadProperties(data, out ReadOnlySpan<byte> socketType))
            return HandshakeResult.BrokenCommand;
        return ownType.Accepts(socketType) ? HandshakeResult.Done : HandshakeResult.OtherSocketType;
    }

    private static bool IsNull(ReadOnlySpan<byte> mechanism) =>
        mechanism.StartsWith("NULL"u8) && !mechanism[4..].ContainsAnyExcept((byte)0);
}

/// <summary>What the bytes of a handshake are so far.</summary>
internal enum HandshakeResult
{
    /// <summary>Right so far.</summary>
    NeedMore,

    /// <summary>Complete.</summary>
    Done,

    /// <summary>Not ZMTP, or ZMTP 1.0 without a version.</summary>
    NotZmtp,

    /// <summary>ZMTP 1.0 or 2.0.</summary>
    OldVersion,

    /// <summary>A mechanism other than NULL.</summary>
    OtherMechanism,

    /// <summary>A frame, command or property of a wrong shape.</summary>
    BrokenCommand,

    /// <summary>The other side sent ERROR.</summary>
    Refused,

    /// <summary>The other side has a socket of a type that does not fit.</summary>
    OtherSocketType,
}

/// <summary>A socket type, and the types that it talks to (RFC 28, RFC 29).</summary>
internal sealed class ZmtpSocketType
{
    private readonly string[] _accepted;

    private ZmtpSocketType(string name, params string[] accepted)
    {
        Name = name;
        _accepted = accepted;
    }

    /// <summary>Data socket of a publisher.</summary>
    public static ZmtpSocketType XPub { get; } = new("XPUB", "SUB", "XSUB");

    /// <summary>Data socket of a consumer.</summary>
    public static ZmtpSocketType Sub { get; } = new("SUB", "PUB", "XPUB");

    /// <summary>Control socket of a publisher.</summary>
    public static ZmtpSocketType Router { get; } = new("ROUTER", "DEALER", "REQ", "ROUTER");

    /// <summary>Control socket of a consumer.</summary>
    public static ZmtpSocketType Dealer { get; } = new("DEALER", "ROUTER", "REP", "DEALER");

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Whether it talks to a peer of a type.</summary>
    public bool Accepts(ReadOnlySpan<byte> peerType)
    {
        foreach (string accepted in _accepted)
        {
            if (Ascii.Equals(peerType, accepted))
                return true;
        }

        return false;
    }
}
