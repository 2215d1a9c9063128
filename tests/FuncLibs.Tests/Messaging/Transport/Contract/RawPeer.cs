using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.Transport;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>A peer that speaks ZMTP 3.0 by hand, as badly as a test wants (RFC 23).</summary>
internal sealed class RawPeer : IDisposable
{
    private readonly Socket _socket;

    public RawPeer(Socket socket) => _socket = socket;

    public static byte[] Greeting { get; } = [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 3, 0, .. "NULL"u8, .. new byte[48]];

    public static RawPeer Connect(Endpoint endpoint)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(new IPEndPoint(IPAddress.Loopback, endpoint.Port));
        return new RawPeer(socket);
    }

    /// <summary>Greeting and READY, and waits for those of the other side.</summary>
    public void Handshake(string socketType)
    {
        Send(Greeting);
        byte[] type = System.Text.Encoding.ASCII.GetBytes(socketType);
        byte[] body = [5, .. "READY"u8, 11, .. "Socket-Type"u8, 0, 0, 0, (byte)type.Length, .. type];
        Send([4, (byte)body.Length, .. body]);
        Read(Greeting.Length);
        Read(Read(2)[1]);
    }

    public void Send(byte[] bytes) => _socket.Send(bytes);

    /// <summary>The same; false once the other side has ended the connection.</summary>
    public bool TrySend(byte[] bytes)
    {
        try
        {
            _socket.Send(bytes);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    /// <summary>Sends nothing more, and still reads.</summary>
    public void EndSending() => _socket.Shutdown(SocketShutdown.Send);

    /// <summary>A frame of a message.</summary>
    public void SendFrame(ReadOnlySpan<byte> body, bool more)
    {
        byte[] head = new byte[9];
        head[0] = (byte)((more ? 1 : 0) | 2);
        BinaryPrimitives.WriteInt64BigEndian(head.AsSpan(1), body.Length);
        Send([.. head, .. body]);
    }

    /// <summary>A block of a stream, whole and right.</summary>
    public void SendGood()
    {
        SendFrame(Rig.Topic, more: true);
        SendFrame(FrameHeaderTestData.Golden, more: true);
        SendFrame(FrameHeaderTestData.Payload, more: false);
    }

    /// <summary>The head of a frame that claims <paramref name="length"/> bytes, and nothing of them.</summary>
    public void SendClaim(long length)
    {
        byte[] head = new byte[9];
        head[0] = 2;
        BinaryPrimitives.WriteInt64BigEndian(head.AsSpan(1), length);
        Send(head);
    }

    /// <summary>Shakes hands, and does something again and again until the other side ends the connection.</summary>
    public void SendUntilCut(string socketType, Action<RawPeer> attack)
    {
        Handshake(socketType);
        Eventually.True(
            () =>
            {
                try
                {
                    for (int i = 0; i < 1000; i++)
                        attack(this);
                    return IsClosed();
                }
                catch (SocketException)
                {
                    return true;
                }
            },
            "the peer is cut");
    }

    /// <summary>True when the other side closed the connection.</summary>
    public bool IsClosed()
    {
        try
        {
            byte[] sink = new byte[4096];
            while (_socket.Poll(0, SelectMode.SelectRead))
            {
                if (_socket.Receive(sink) == 0)
                    return true;
            }

            return false;
        }
        catch (SocketException)
        {
            return true;
        }
    }

    /// <summary>Reads until the other side closes, and gives the number of bytes.</summary>
    public long CountToEnd()
    {
        byte[] sink = new byte[64 << 10];
        long count = 0;
        while (_socket.Receive(sink) is > 0 and int read)
            count += read;
        return count;
    }

    /// <summary>True when the other side has read a PING, and what was sent with it.</summary>
    public bool HasPong() => _socket.Available > 0 && Read(_socket.Available).AsSpan().IndexOf("PONG"u8) >= 0;

    /// <summary>Ends the connection by a reset.</summary>
    public void Reset() => _socket.Close(timeout: 0);

    public void Dispose() => _socket.Dispose();

    private byte[] Read(int count)
    {
        byte[] bytes = new byte[count];
        for (int read = 0; read < count;)
        {
            int got = _socket.Receive(bytes, read, count - read, SocketFlags.None);
            if (got == 0)
                throw new IOException("The other side closed the connection.");
            read += got;
        }

        return bytes;
    }
}
