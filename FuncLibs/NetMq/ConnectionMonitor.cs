using System.Globalization;
using FuncLibs.Messaging.Transport;
using FuncLibs.Runtime.Diagnostics;
using NetMQ;
using NetMQ.Monitoring;
using NetMQ.Sockets;

namespace FuncLibs.NetMq;

/// <summary>Counts the connection events of one socket that NetMQ reports, on its own thread.</summary>
internal sealed class ConnectionMonitor
{
    // Only events of the socket's I/O thread: NetMQ does not guard the socket that carries the events.
    private const SocketEvents Watched =
        SocketEvents.Connected | SocketEvents.ConnectRetried | SocketEvents.Disconnected | SocketEvents.Accepted
        | SocketEvents.AcceptFailed;

    private const int StackBytes = 256 << 10;
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(500);
    private static int _numbers;

    private volatile bool _isStopped;

    /// <summary>Starts to monitor; all later events of the socket are seen.</summary>
    public ConnectionMonitor(NetMQSocket watched)
    {
        string address = string.Create(
            CultureInfo.InvariantCulture, $"inproc://telemetry-monitor-{Interlocked.Increment(ref _numbers)}");
        watched.Monitor(address, Watched);
        var events = new PairSocket();
        events.Options.Linger = TimeSpan.Zero;
        events.Connect(address);
        new Thread(() => Run(events, address), StackBytes) { IsBackground = true, Name = "netmq monitor" }.Start();
    }

    public LinkCounts Counts { get; } = new();

    /// <summary>Requests the end; the thread ends within half a second and closes its socket.</summary>
    public void Stop() => _isStopped = true;

    // NetMQMonitor.Start would connect here, too late for the first event. The socket is already connected, and is
    // polled directly.
    private void Run(PairSocket events, string address)
    {
        using var monitor = new NetMQMonitor(events, address, ownsSocket: true);
        monitor.Connected += (_, _) => Counts.AddConnected();
        monitor.ConnectRetried += (_, _) => Counts.AddRetried();
        monitor.Disconnected += (_, _) => Counts.AddDisconnected();
        monitor.Accepted += (_, _) => Counts.AddAccepted();
        monitor.AcceptFailed += (_, _) => Counts.AddAcceptFailed();
        try
        {
            while (!_isStopped)
                events.Poll(PollInterval);
        }
        catch (TerminatingException)
        {
            // The context ended first.
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            Counts.SetFault(OneLine.Format(e.Message));
        }
    }
}
