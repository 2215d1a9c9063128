using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using Testing.Processes;

namespace Testing.Networks;

/// <summary>
/// A host of a <see cref="NetworkLab"/>: a network namespace with one interface, and what happens to it.
/// </summary>
public sealed partial class NetworkSpace : IDisposable
{
    private const string Interface = "eth0";
    private const int NewNet = 0x40000000;
    private readonly string _name;
    private readonly HttpClient _http;

    internal NetworkSpace(string name, string outer, string bridge, IPAddress address)
    {
        _name = name;
        Address = address;
        NetworkLab.Ip("netns", "add", name);
        NetworkLab.Ip("link", "add", outer, "type", "veth", "peer", "name", Interface, "netns", name);
        NetworkLab.Ip("link", "set", outer, "master", bridge, "up");
        NetworkLab.Ip("-n", name, "address", "add", $"{address}/24", "dev", Interface);
        NetworkLab.Ip("-n", name, "link", "set", "lo", "up");
        NetworkLab.Ip("-n", name, "link", "set", Interface, "up");
#pragma warning disable CA2000 // The client disposes its handler.
        _http = new HttpClient(
            new SocketsHttpHandler { ConnectCallback = (context, _) => new(Connect(context.DnsEndPoint)) })
#pragma warning restore CA2000
        {
            Timeout = TimeSpan.FromSeconds(30),
        };
    }

    /// <summary>Its address on the bridge.</summary>
    public IPAddress Address { get; }

    /// <summary>Starts a program of the repository on this host; its pages are read on this host too.</summary>
    public HostProcess Start(string program, params IEnumerable<string> arguments)
    {
        HostProcess process =
            HostProcess.StartUnder("ip", ["netns", "exec", _name], program, arguments);
        process.Http = _http;
        return process;
    }

    /// <summary>Pulls the cable: what is sent is lost without a word.</summary>
    public void Unplug() => NetworkLab.Ip("-n", _name, "link", "set", Interface, "down");

    /// <summary>The end of <see cref="Unplug"/>.</summary>
    public void Plug() => NetworkLab.Ip("-n", _name, "link", "set", Interface, "up");

    /// <summary>Another host is unreachable from here: whoever sends is told so at once.</summary>
    public void Reject(NetworkSpace other) =>
        NetworkLab.Ip("-n", _name, "route", "add", "unreachable", $"{other.Address}/32");

    /// <summary>The end of <see cref="Reject"/>.</summary>
    public void Accept(NetworkSpace other) =>
        NetworkLab.Ip("-n", _name, "route", "delete", "unreachable", $"{other.Address}/32");

    /// <summary>Limits what this host sends; words as `tc` has them, such as `2mbit`.</summary>
    public void Limit(string rate) => NetworkLab.Run(
        "tc",
        [
            "-n", _name, "qdisc", "add", "dev", Interface, "root", "tbf", "rate", rate, "burst", "32kb", "latency",
            "50ms",
        ]);

    /// <summary>The end of <see cref="Limit"/>.</summary>
    public void Unlimit() => NetworkLab.Run("tc", ["-n", _name, "qdisc", "delete", "dev", Interface, "root"]);

    public void Dispose()
    {
        _http.Dispose();
        NetworkLab.Ip("netns", "delete", _name);
    }

    // A socket stays in the namespace of the thread that made it.
    private async Task<Stream> Connect(DnsEndPoint target)
    {
        Socket socket = MakeSocket();
        try
        {
            await socket.ConnectAsync(target.Host, target.Port).ConfigureAwait(false);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    // On a thread of its own, which ends with it: the namespace of a pool's thread must not change.
    private Socket MakeSocket()
    {
        Socket? made = null;
        Exception? fault = null;
        var thread = new Thread(() =>
        {
            try
            {
                using SafeFileHandle space = File.OpenHandle("/run/netns/" + _name);
                if (SetNs(space, NewNet) != 0)
                    throw new InvalidOperationException($"setns {_name}: error {Marshal.GetLastPInvokeError()}");
                made = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            }
            catch (Exception e) when (e is IOException or InvalidOperationException or SocketException)
            {
                fault = e;
            }
        });
        thread.Start();
        thread.Join();
        return made ?? throw new InvalidOperationException($"no socket in {_name}", fault);
    }

    [LibraryImport("libc", EntryPoint = "setns", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SetNs(SafeHandle space, int kind);
}
