using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Integration.Hostile;

/// <summary>
/// What a port scan, an old library or an attacker sends. Each works on any port; most of it means nothing there.
/// </summary>
internal static class Attacks
{
    private const int WaitMs = 30_000;

    /// <summary>ZMTP 3.0 (RFC 23): signature, version, mechanism, as-server, filler.</summary>
    public static readonly byte[] Greeting = [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 3, 0, .. "NULL"u8, .. new byte[48]];

    /// <summary>Subscriptions with PINGs among them.</summary>
    public static readonly byte[] Pings =
    [
        .. Enumerable.Range(0, 1000).SelectMany(
            i => (byte[])[0, 3, 1, (byte)i, (byte)(i >> 8), 4, 7, 4, .. "PING"u8, 0, 0]),
    ];

    /// <summary>Frames that each say that more follow, above the budget of a port.</summary>
    public static readonly byte[] MessageWithoutEnd =
        [.. Enumerable.Range(0, 600).SelectMany(_ => Frame(new byte[900], more: true))];

    public static Dictionary<string, byte[]> All { get; } = new()
    {
        ["random bytes"] = RandomBytes(20_000),
        ["wrong magic"] =
        [
            .. Greeting, .. Ready("SUB"), .. Frame("D/lab/rig1/main/"u8, more: true), .. Frame("XDB1"u8, more: false),
        ],
        ["ZMTP 1.0 greeting"] = [1, 0, 1, 1, 0x44],
        ["ZMTP 2.0 greeting"] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 1, 2, 0, 0, 0, 1, 0x44],
        ["half a greeting"] = Greeting[..11],
        ["giant length of ZMTP"] = [.. Greeting, .. Ready("SUB"), 2, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ["giant length of the link"] = [0xFF, 0xFF, 0xFF, 0xFF, 1, .. new byte[1000]],
        ["hello of a giant length"] = [0, 0, 0x80, 0, 1, .. new byte[1000]],
        ["an endless HTTP header"] =
        [
            .. "GET / HTTP/1.1\r\nHost: a\r\nX: "u8, .. Enumerable.Repeat((byte)'x', 100_000),
        ],
        ["an HTTP body of a giant length"] =
        [
            .. "POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999999\r\n\r\n"u8,
        ],
        ["nothing at all"] = [],
    };

    public static Socket Connect(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Connect(new IPEndPoint(IPAddress.Loopback, port));
        return socket;
    }

    /// <summary>
    /// The whole handshake. libzmq takes what comes before it has said READY itself for a wrong handshake, so what
    /// should be read as messages must wait.
    /// </summary>
    /// <param name="socket">Connected.</param>
    /// <param name="socketType">What the peer says to be.</param>
    public static void Handshake(Socket socket, string socketType)
    {
        socket.ReceiveTimeout = WaitMs;
        socket.Send([.. Greeting, .. Ready(socketType)]);
        byte[] head = ReadExactly(socket, Greeting.Length + 2)[Greeting.Length..];
        ReadExactly(socket, head[1]).AsSpan(0, 6).SequenceEqual("\u0005READY"u8).ShouldBeTrue();
    }

    /// <summary>Sends it. That the victim closes the connection half-way is what it should do.</summary>
    public static void Send(Socket socket, string attack) => Send(socket, All[attack]);

    /// <summary>The same of any bytes.</summary>
    public static void Send(Socket socket, byte[] bytes)
    {
        try
        {
            socket.Send(bytes);
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.ConnectionReset or SocketError.Shutdown
            or SocketError.ConnectionAborted or SocketError.TimedOut or SocketError.WouldBlock)
        {
            socket.Close();
        }
    }

    public static byte[] ReadExactly(Socket socket, int count)
    {
        using NetworkStream stream = new(socket);
        byte[] bytes = new byte[count];
        stream.ReadExactly(bytes);
        return bytes;
    }

    private static byte[] Ready(string socketType)
    {
        byte[] type = System.Text.Encoding.ASCII.GetBytes(socketType);
        byte[] body = [5, .. "READY"u8, 11, .. "Socket-Type"u8, 0, 0, 0, (byte)type.Length, .. type];
        return [4, (byte)body.Length, .. body];
    }

    private static byte[] Frame(ReadOnlySpan<byte> body, bool more)
    {
        byte[] frame = new byte[9 + body.Length];
        frame[0] = (byte)((more ? 1 : 0) | 2);
        BinaryPrimitives.WriteInt64BigEndian(frame.AsSpan(1), body.Length);
        body.CopyTo(frame.AsSpan(9));
        return frame;
    }

    private static byte[] RandomBytes(int count)
    {
        byte[] bytes = new byte[count];
        new Random(7).NextBytes(bytes);
        return bytes;
    }
}
