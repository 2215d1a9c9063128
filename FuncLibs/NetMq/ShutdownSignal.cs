using System.Net;
using System.Net.Sockets;

namespace FuncLibs.NetMq;

/// <summary>
/// The end of a transport: a flag, and a socket that then stays readable, so that every wait set wakes.
/// </summary>
internal sealed class ShutdownSignal : IDisposable
{
    private readonly Lock _gate = new();
    private volatile bool _isRaised;

    public ShutdownSignal()
    {
        Socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        Socket.Connect(Socket.LocalEndPoint!);
    }

    /// <summary>Readable once the signal is raised; never read.</summary>
    public Socket Socket { get; } = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);

    public bool IsRaised => _isRaised;

    /// <summary>Raises the signal. Any thread, any number of times.</summary>
    public void Raise()
    {
        lock (_gate)
        {
            if (_isRaised)
                return;
            _isRaised = true;
            Socket.Send([1]);
        }
    }

    public void Dispose() => Socket.Dispose();
}
