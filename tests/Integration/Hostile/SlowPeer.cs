using System.Diagnostics;
using System.Net.Sockets;

namespace Integration.Hostile;

/// <summary>A peer that begins a right greeting of ZMTP and sends a byte of it every 200 ms.</summary>
internal sealed class SlowPeer(int port) : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);
    private readonly Socket _socket = Attacks.Connect(port);
    private long _lastSent;

    /// <summary>Half of the time that the whole greeting would take: who waited for that gave no limit.</summary>
    public static TimeSpan Longest => Pause * Attacks.Greeting.Length / 2;

    /// <summary>Bytes so far.</summary>
    public int Sent { get; private set; }

    /// <summary>Sends the next byte when it is due; true when the other side has closed the connection.</summary>
    public bool SendNextAndIsDropped()
    {
        try
        {
            byte[] answer = new byte[256];
            while (_socket.Poll(0, SelectMode.SelectRead))
            {
                if (_socket.Receive(answer) == 0)
                    return true;
            }

            if (_lastSent == 0 || Stopwatch.GetElapsedTime(_lastSent) >= Pause)
            {
                _socket.Send(Attacks.Greeting.AsSpan(Sent++, 1));
                _lastSent = Stopwatch.GetTimestamp();
            }

            return false;
        }
        catch (SocketException)
        {
            return true;
        }
    }

    public void Dispose() => _socket.Dispose();
}
