using System.Buffers.Binary;
using System.Text;

namespace FuncLibs.Messaging.Transport.Direct.Zmtp;

/// <summary>
/// The commands of ZMTP 3.1 (RFC 37): a body of a name with its length in one byte, and data. READY has properties: a
/// name with its length in one byte, a value with its length in 4 bytes.
/// </summary>
internal static class ZmtpCommands
{
    /// <summary>Longest context of a PING.</summary>
    public const int MaxPingContext = 16;

    private const int PingTtlBytes = 2;

    private static ReadOnlySpan<byte> SocketTypeName => "Socket-Type"u8;

    /// <summary>Splits a command into name and data.</summary>
    /// <returns>False for an empty body, or a name that is empty or longer than the body.</returns>
    public static bool TryRead(ReadOnlySpan<byte> body, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> data)
    {
        name = default;
        data = default;
        if (body.IsEmpty || body[0] == 0 || body[0] >= body.Length)
            return false;
        name = body.Slice(1, body[0]);
        data = body[(1 + body[0])..];
        return true;
    }

    /// <summary>Reads the socket type of a READY command's data.</summary>
    /// <param name="data">The properties.</param>
    /// <param name="socketType">Value of Socket-Type; empty when there is none.</param>
    /// <returns>False when a property is cut off.</returns>
    public static bool TryReadProperties(ReadOnlySpan<byte> data, out ReadOnlySpan<byte> socketType)
    {
        socketType = default;
        while (!data.IsEmpty)
        {
            int nameLength = data[0];
            if (data.Length < 1 + nameLength + sizeof(uint))
                return false;
            ReadOnlySpan<byte> name = data.Slice(1, nameLength);
            data = data[(1 + nameLength)..];
            uint length = BinaryPrimitives.ReadUInt32BigEndian(data);
            data = data[sizeof(uint)..];
            if (nameLength == 0 || length > data.Length)
                return false;
            if (Ascii.EqualsIgnoreCase(name, SocketTypeName))
                socketType = data[..(int)length];
            data = data[(int)length..];
        }

        return true;
    }

    /// <summary>The READY command of a socket as a whole frame.</summary>
    /// <param name="socketType">Such as XPUB.</param>
    public static byte[] Ready(string socketType)
    {
        byte[] value = Encoding.ASCII.GetBytes(socketType);
        byte[] length = new byte[sizeof(uint)];
        BinaryPrimitives.WriteInt32BigEndian(length, value.Length);
        return Frame([5, .. "READY"u8, (byte)SocketTypeName.Length, .. SocketTypeName, .. length, .. value]);
    }

    /// <summary>The frame that subscribes to a prefix, or ends the subscription.</summary>
    /// <param name="prefix">Prefix of topics.</param>
    /// <param name="add">Whether to subscribe.</param>
    /// <param name="asCommand">True for ZMTP 3.1, false for 3.0, which has a message instead.</param>
    public static byte[] Subscription(ReadOnlySpan<byte> prefix, bool add, bool asCommand)
    {
        if (asCommand)
            return add ? Frame([9, .. "SUBSCRIBE"u8, .. prefix]) : Frame([6, .. "CANCEL"u8, .. prefix]);
        byte[] frame = new byte[ZmtpFrames.MaxHeadBytes + 1 + prefix.Length];
        return frame[..ZmtpFrames.Write(frame, 0, [(byte)(add ? 1 : 0), .. prefix])];
    }

    /// <summary>The PONG that answers a PING as a whole frame; null when the PING is too short or too long.</summary>
    /// <param name="data">Data of the PING: a time to live of 2 bytes, and a context that is sent back.</param>
    public static byte[]? Pong(ReadOnlySpan<byte> data) =>
        data.Length is >= PingTtlBytes and <= PingTtlBytes + MaxPingContext
            ? Frame([4, .. "PONG"u8, .. data[PingTtlBytes..]])
            : null;

    private static byte[] Frame(ReadOnlySpan<byte> body)
    {
        byte[] frame = new byte[ZmtpFrames.MaxHeadBytes + body.Length];
        return frame[..ZmtpFrames.Write(frame, ZmtpFrames.Command, body)];
    }
}
