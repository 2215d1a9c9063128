using System.Buffers.Binary;
using System.Net.Sockets;
using FuncLibs.Messaging.Keys;

namespace Integration.Hostile;

/// <summary>
/// A peer that speaks ZMTP with CURVE by hand (RFC 23, RFC 26), as badly as a test wants. libzmq itself would never
/// send what an allowed peer that turns hostile does.
/// </summary>
internal sealed class CurvePeer : IDisposable
{
    public static readonly byte[] Greeting = [.. Attacks.Greeting.AsSpan(0, 12), .. "CURVE"u8, .. new byte[47]];

    private const int WelcomeBytes = 168;
    private const int CookieBytes = 96;
    private const int KeyBytes = 32;
    private const int WaitMs = 30_000;

    private readonly Socket _socket;
    private readonly KeyFile _own;
    private readonly byte[] _server;
    private readonly byte[] _known;
    private readonly byte[] _secret;
    private readonly byte[] _answer = new byte[16 * 1024];
    private CurveBox? _session;
    private ulong _nonce;

    /// <param name="port">Port of the host.</param>
    /// <param name="own">Its key.</param>
    /// <param name="server">Public key of the host.</param>
    public CurvePeer(int port, KeyFile own, CurveKey server)
    {
        (_own, _server) = (own, server.Bytes.ToArray());
        (_known, _secret) = CurveBox.CreateKeys();
        _socket = Attacks.Connect(port);
        (_socket.NoDelay, _socket.ReceiveTimeout, _socket.SendTimeout) = (true, WaitMs, WaitMs);
    }

    /// <summary>The first command of a client.</summary>
    public byte[] Hello()
    {
        byte[] nonce = Next();
        byte[] box = new CurveBox(_server, _secret).Seal(new byte[64], [.. "CurveZMQHELLO---"u8, .. nonce]);
        return Command([5, .. "HELLO"u8, 1, 0, .. new byte[72], .. _known, .. nonce, .. box]);
    }

    /// <summary>Reads the answer to it and makes the second command, which says who this is.</summary>
    /// <param name="socketType">What it says to be.</param>
    public byte[] Initiate(string socketType)
    {
        byte[] welcome = Attacks.ReadExactly(_socket, Greeting.Length + 2 + WelcomeBytes)[(Greeting.Length + 2)..];
        welcome.AsSpan(0, 8).SequenceEqual("\aWELCOME"u8).ShouldBeTrue();
        byte[] met = new CurveBox(_server, _secret).Open(welcome.AsSpan(24), [.. "WELCOME-"u8, .. welcome.AsSpan(8, 16)]);
        byte[] cookie = met[KeyBytes..];
        cookie.Length.ShouldBe(CookieBytes);
        _session = new CurveBox(met.AsSpan(0, KeyBytes), _secret);
        byte[] vouchNonce = new byte[16];
        byte[] vouch = new CurveBox(met.AsSpan(0, KeyBytes), _own.Secret!.Bytes)
            .Seal([.. _known, .. _server], [.. "VOUCH---"u8, .. vouchNonce]);
        byte[] type = System.Text.Encoding.ASCII.GetBytes(socketType);
        byte[] nonce = Next();
        byte[] box = _session.Seal(
            [
                .. _own.Public.Bytes, .. vouchNonce, .. vouch, 11, .. "Socket-Type"u8, 0, 0, 0, (byte)type.Length,
                .. type, 8, .. "Identity"u8, 0, 0, 0, 0,
            ],
            [.. "CurveZMQINITIATE"u8, .. nonce]);
        return Command([8, .. "INITIATE"u8, .. cookie, .. nonce, .. box]);
    }

    /// <summary>The whole handshake, until the host has said that it accepts the key.</summary>
    /// <param name="socketType">What it says to be.</param>
    public void Handshake(string socketType)
    {
        Send(Greeting);
        Send(Hello());
        Send(Initiate(socketType));
        byte[] head = Attacks.ReadExactly(_socket, 2);
        Attacks.ReadExactly(_socket, head[1]).AsSpan(0, 6).SequenceEqual("\u0005READY"u8).ShouldBeTrue();
    }

    /// <summary>A frame or a command after the handshake.</summary>
    /// <param name="body">What is in it.</param>
    /// <param name="more">More frames follow.</param>
    /// <param name="isCommand">It is a command of ZMTP, such as PING.</param>
    public byte[] Message(ReadOnlySpan<byte> body, bool more, bool isCommand = false)
    {
        byte[] nonce = Next();
        byte flags = (byte)((more ? 1 : 0) | (isCommand ? 2 : 0));
        byte[] box = _session!.Seal([flags, .. body], [.. "CurveZMQMESSAGEC"u8, .. nonce]);
        return Framed(0, [7, .. "MESSAGE"u8, .. nonce, .. box]);
    }

    /// <summary>A PING that demands a PONG.</summary>
    public byte[] Ping() => Message([4, .. "PING"u8, 0, 0, .. "who is there?"u8], more: false, isCommand: true);

    /// <summary>Sends as much as the host takes.</summary>
    /// <returns>False once the host has ended the connection.</returns>
    public bool Send(ReadOnlySpan<byte> bytes)
    {
        try
        {
            for (int sent = 0; sent < bytes.Length;)
                sent += _socket.Send(bytes[sent..]);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    /// <summary>Gives up to send what the host does not read within so many ms.</summary>
    public int SendTimeoutMs { set => _socket.SendTimeout = value; }

    /// <summary>True once the host has ended the connection.</summary>
    public bool IsEnded()
    {
        try
        {
            while (_socket.Poll(0, SelectMode.SelectRead))
            {
                if (_socket.Receive(_answer) == 0)
                    return true;
            }

            return false;
        }
        catch (SocketException)
        {
            return true;
        }
    }

    /// <summary>Goes by a reset.</summary>
    public void Reset() => _socket.Close(timeout: 0);

    public void Dispose() => _socket.Dispose();

    private static byte[] Command(ReadOnlySpan<byte> body) => Framed(4, body);

    private static byte[] Framed(byte flags, ReadOnlySpan<byte> body)
    {
        if (body.Length <= byte.MaxValue)
            return [flags, (byte)body.Length, .. body];
        byte[] length = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(length, body.Length);
        return [(byte)(flags | 2), .. length, .. body];
    }

    private byte[] Next()
    {
        byte[] nonce = new byte[8];
        BinaryPrimitives.WriteUInt64BigEndian(nonce, ++_nonce);
        return nonce;
    }
}
