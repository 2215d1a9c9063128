using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Launcher;

/// <summary>Where the processes of a main job listen: loopback, port 0 = any free one.</summary>
/// <param name="LinkPort">The rig's link.</param>
/// <param name="PublishPort">Blocks of the connector.</param>
/// <param name="ControlPort">Control socket of the connector.</param>
/// <param name="ConnectorHttpPort">Web server of the connector.</param>
/// <param name="MonitorHttpPort">Web server of the monitor.</param>
public sealed record JobAddresses(
    int LinkPort, int PublishPort, int ControlPort, int ConnectorHttpPort, int MonitorHttpPort)
{
    /// <summary>Any free ports; the processes announce them.</summary>
    public static JobAddresses Any { get; } = new(0, 0, 0, 0, 0);

    /// <summary>The default ports of the programs.</summary>
    public static JobAddresses Default { get; } = new(5555, 5556, 5557, 5081, 5080);

    internal string Link => Tcp(LinkPort);

    internal string Publish => Tcp(PublishPort);

    internal string Control => Tcp(ControlPort);

    internal string ConnectorHttp => Http(ConnectorHttpPort);

    internal string MonitorHttp => Http(MonitorHttpPort);

    /// <summary>The same ports where they are free, others instead of those that are in use.</summary>
    /// <param name="writeLine">Gets a line for each port that is taken.</param>
    public JobAddresses FindFree(Action<string> writeLine) => new(
        FreeOr(LinkPort, "link of the rig", writeLine),
        FreeOr(PublishPort, "blocks of the connector", writeLine),
        FreeOr(ControlPort, "control socket of the connector", writeLine),
        FreeOr(ConnectorHttpPort, "web server of the connector", writeLine),
        FreeOr(MonitorHttpPort, "web server of the monitor", writeLine));

    private static int FreeOr(int port, string what, Action<string> writeLine)
    {
        if (TryPort(port) is { } same)
            return same;
        int other = TryPort(0)!.Value;
        writeLine($"port {port} is taken, by another run or another program: the {what} is on port {other}");
        return other;
    }

    // The port is free again afterwards. If another program takes it first, the process reports that and ends.
    private static int? TryPort(int port)
    {
        using var probe = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            probe.Bind(new IPEndPoint(IPAddress.Loopback, port));
            probe.Listen();
            return ((IPEndPoint)probe.LocalEndPoint!).Port;
        }
        catch (SocketException) when (port != 0)
        {
            return null;
        }
    }

    private static string Tcp(int port) => string.Create(CultureInfo.InvariantCulture, $"tcp://127.0.0.1:{port}");

    private static string Http(int port) => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}");
}
