using System.Buffers.Binary;

namespace FuncLibs.Messaging.Transport.Direct.Zmtp;

/// <summary>
/// The head of a ZMTP 3 frame (RFC 37): a byte of flags and a length of 1 byte, or of 8 bytes, big-endian.
/// </summary>
internal static class ZmtpFrames
{
    /// <summary>Another frame of the message follows.</summary>
    public const byte More = 1;

    /// <summary>The length has 8 bytes.</summary>
    public const byte Long = 2;

    /// <summary>The frame is a command.</summary>
    public const byte Command = 4;

    /// <summary>Longest head in bytes.</summary>
    public const int MaxHeadBytes = 9;

    /// <summary>Longest command in bytes that is read, and longest subscription.</summary>
    public const int MaxCommandBytes = SocketLimits.MaxSubscriberBytes;

    private const int ShortHeadBytes = 2;

    /// <summary>Number of bytes of a head, from its first byte.</summary>
    public static int HeadBytes(byte flags) => (flags & Long) != 0 ? MaxHeadBytes : ShortHeadBytes;

    /// <summary>Reads a whole head.</summary>
    /// <param name="head">Its bytes.</param>
    /// <param name="flags">The flags.</param>
    /// <param name="length">Bytes of the body.</param>
    /// <returns>False for reserved flags, a command with More, or a length above 2^63 - 1.</returns>
    public static bool TryReadHead(ReadOnlySpan<byte> head, out byte flags, out long length)
    {
        flags = head[0];
        length = (flags & Long) != 0 ? BinaryPrimitives.ReadInt64BigEndian(head[1..]) : head[1];
        bool known = (flags & ~(More | Long | Command)) == 0;
        return known && (flags & (More | Command)) != (More | Command) && length >= 0;
    }

    /// <summary>Writes a head and returns its length in bytes.</summary>
    /// <param name="target">Where to: <see cref="MaxHeadBytes"/> or more.</param>
    /// <param name="flags">More or Command.</param>
    /// <param name="length">Bytes of the body.</param>
    public static int WriteHead(Span<byte> target, byte flags, int length)
    {
        if (length <= byte.MaxValue)
        {
            target[0] = flags;
            target[1] = (byte)length;
            return ShortHeadBytes;
        }

        target[0] = (byte)(flags | Long);
        BinaryPrimitives.WriteInt64BigEndian(target[1..], length);
        return MaxHeadBytes;
    }

    /// <summary>Writes a whole frame and returns its length in bytes.</summary>
    /// <param name="target">Where to; large enough.</param>
    /// <param name="flags">More or Command.</param>
    /// <param name="body">The body.</param>
    public static int Write(Span<byte> target, byte flags, ReadOnlySpan<byte> body)
    {
        int head = WriteHead(target, flags, body.Length);
        body.CopyTo(target[head..]);
        return head + body.Length;
    }
}
