using FuncLibs.Messaging.Transport.Direct.Zmtp;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// One message as ZMTP bytes, for any number of peers: a prefix (all heads, and all frames but the last) and the body
/// of the last frame, which is not copied unless a peer must wait for it.
/// </summary>
internal ref struct WireMessage
{
    /// <summary>Longest prefix of a message of ours: three heads, a topic and a header.</summary>
    public const int MaxPrefixBytes = HeadsBytes + MaxEnvelopeBytes;

    private const int HeadsBytes = 3 * ZmtpFrames.MaxHeadBytes;
    private const int MaxEnvelopeBytes = Topic.MaxBytes + FrameHeader.MaxSize;

    private readonly SharedFramePool _pool;
    private SharedFrame? _shared;

    /// <summary>Encodes a message.</summary>
    /// <param name="usual">Memory for the prefix: <see cref="MaxPrefixBytes"/>.</param>
    /// <param name="first">First frame.</param>
    /// <param name="second">Second frame, if there are three.</param>
    /// <param name="last">Last frame.</param>
    /// <param name="frames">Number of frames: 1 to 3.</param>
    /// <param name="pool">Memory for peers that must wait.</param>
    public WireMessage(
        byte[] usual,
        ReadOnlySpan<byte> first,
        ReadOnlySpan<byte> second,
        ReadOnlySpan<byte> last,
        int frames,
        SharedFramePool pool)
    {
        Span<byte> prefix = Fits(first, second) ? usual : LargerFor(first, second);
        int length = 0;
        if (frames > 1)
            length += ZmtpFrames.Write(prefix, ZmtpFrames.More, first);
        if (frames > 2)
            length += ZmtpFrames.Write(prefix[length..], ZmtpFrames.More, second);
        length += ZmtpFrames.WriteHead(prefix[length..], 0, last.Length);
        Prefix = prefix[..length];
        Last = last;
        _pool = pool;
    }

    private WireMessage(ReadOnlySpan<byte> frame, SharedFramePool pool)
    {
        Prefix = frame;
        _pool = pool;
    }

    /// <summary>Heads, and frames but the last.</summary>
    public ReadOnlySpan<byte> Prefix { get; }

    /// <summary>Body of the last frame.</summary>
    public ReadOnlySpan<byte> Last { get; }

    /// <summary>Bytes of all.</summary>
    public readonly int Length => Prefix.Length + Last.Length;

    /// <summary>A frame that is encoded already.</summary>
    public static WireMessage Raw(ReadOnlySpan<byte> frame, SharedFramePool pool) => new(frame, pool);

    /// <summary>All bytes in memory that queues share; held once more for the caller.</summary>
    public SharedFrame Share()
    {
        if (_shared is null)
        {
            _shared = _pool.Rent(Length);
            CopyTo(_shared.Bytes);
        }

        _shared.Hold();
        return _shared;
    }

    /// <summary>Copies all bytes.</summary>
    public readonly void CopyTo(Span<byte> target)
    {
        Prefix.CopyTo(target);
        Last.CopyTo(target[Prefix.Length..]);
    }

    /// <summary>Ends the use.</summary>
    public readonly void Dispose() => _shared?.Release();

    private static bool Fits(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second) =>
        (long)first.Length + second.Length <= MaxEnvelopeBytes;

    // Sent as a library sends it; consumers of ours drop and count it.
    private static byte[] LargerFor(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second) =>
        new byte[checked(HeadsBytes + first.Length + second.Length)];
}
