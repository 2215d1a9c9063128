using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.RigLink;

namespace HardwareConnector.Sources.Links;

/// <summary>Finds the host of a rig.</summary>
internal static class RigAddress
{
    /// <summary>Looks up the host, IPv4 first.</summary>
    /// <param name="address">Name or address, and port.</param>
    /// <param name="fault">Why it has no address, and what to do; null when it has one.</param>
    public static IPEndPoint? Resolve(LinkAddress address, out string? fault)
    {
        fault = null;
        if (IPAddress.TryParse(address.Host, out IPAddress? literal))
            return new IPEndPoint(literal, address.Port);
        try
        {
            IPAddress[] found = Dns.GetHostAddresses(address.Host);
            return new IPEndPoint(
                Array.Find(found, a => a.AddressFamily == AddressFamily.InterNetwork) ?? found[0], address.Port);
        }
        catch (SocketException)
        {
            fault = $"host '{address.Host}' cannot be found; use an address or another name";
            return null;
        }
    }
}
