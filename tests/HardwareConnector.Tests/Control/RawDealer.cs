using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.Transport;

namespace HardwareConnector.Tests.Control;

/// <summary>A DEALER written by hand (ZMTP 3.0, RFC 23), which sends messages of any number of frames.</summary>
internal sealed class RawDealer : IDisposable
{
    private const int GreetingBytes = 64;
    private const int Long = 2;
    private readonly Socket _socket =
        new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };

    public RawDealer(Endpoint endpoint)
    {
        _socket.Connect(new IPEndPoint(IPAddress.Loopback, endpoint.Port));
        _socket.Send([0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 3, 0, .. "NULL"u8, .. new byte[48]]);
        byte[] ready = [5, .. "READY"u8, 11, .. "Socket-Type"u8, 0, 0, 0, 6, .. "DEALER"u8];
        _socket.Send([4, (byte)ready.Length, .. ready]);
        Read(GreetingBytes);
        Read(Read(2)[1]);
    }

    /// <summary>Sends one frame of up to 255 bytes.</summary>
    public void Send(ReadOnlySpan<byte> body, bool more) =>
        _socket.Send([(byte)(more ? 1 : 0), (byte)body.Length, .. body]);

    /// <summary>Waits for a message of one frame.</summary>
    public byte[] Receive()
    {
        byte flags = Read(1)[0];
        (flags & Long).ShouldBe(0);
        return Read(Read(1)[0]);
    }

    public void Dispose() => _socket.Dispose();

    private byte[] Read(int count)
    {
        byte[] bytes = new byte[count];
        for (int read = 0; read < count;)
        {
            int got = _socket.Receive(bytes, read, count - read, SocketFlags.None);
            got.ShouldBeGreaterThan(0);
            read += got;
        }

        return bytes;
    }
}
