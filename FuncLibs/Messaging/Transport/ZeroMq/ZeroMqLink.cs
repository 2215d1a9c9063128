namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>The connection of a consumer's socket.</summary>
internal sealed class ZeroMqLink(ZeroMqSocket socket, SocketMonitor monitor, Endpoint endpoint) : ISupervisedLink
{
    private readonly string _endpoint = endpoint.ToString();

    public TimeSpan? EndedFor => monitor.EndedFor;

    public bool ReportsHandshake => true;

    public long HandshakeAt => monitor.HandshakeAt;

    public bool IsReadable => socket.IsReadable;

    public void Reconnect()
    {
        monitor.ForgetEnd();
        socket.Reconnect(_endpoint);
    }
}
