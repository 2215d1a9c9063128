using System.Diagnostics;
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

    // Holds the namespace until its standard input ends: that of this process, at the latest.
    private readonly Process _holder;
    private readonly HttpClient _http;
    private readonly string _outer;

    internal NetworkSpace(string outer, string bridge, IPAddress address)
    {
        (_outer, Address) = (outer, address);
        _holder = Process.Start(new ProcessStartInfo("unshare", ["--net", "sh", "-c", "echo up; exec cat"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        if (_holder.StandardOutput.ReadLine() != "up")
            throw new InvalidOperationException("A network namespace cannot be made; it needs root.");
        NetworkLab.Run(
            "ip", ["link", "add", outer, "type", "veth", "peer", "name", Interface, "netns", $"{_holder.Id}"]);
        NetworkLab.Run("ip", ["link", "set", outer, "master", bridge, "up"]);
        Run("ip", "address", "add", $"{address}/24", "dev", Interface);
        Run("ip", "link", "set", "lo", "up");
        Plug();
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
        HostProcess process = HostProcess.StartUnder("nsenter", Inside, program, arguments);
        process.Http = _http;
        return process;
    }

    /// <summary>Pulls the cable: what is sent is lost without a word.</summary>
    public void Unplug() => Run("ip", "link", "set", Interface, "down");

    /// <summary>The end of <see cref="Unplug"/>.</summary>
    public void Plug() => Run("ip", "link", "set", Interface, "up");

    /// <summary>Another host is unreachable from here: whoever sends is told so at once.</summary>
    public void Reject(NetworkSpace other) => Run("ip", "route", "add", "unreachable", $"{other.Address}/32");

    /// <summary>The end of <see cref="Reject"/>.</summary>
    public void Accept(NetworkSpace other) => Run("ip", "route", "delete", "unreachable", $"{other.Address}/32");

    /// <summary>Limits what this host receives; a rate as `tc` has it, such as `2mbit`.</summary>
    public void Limit(string rate) => NetworkLab.Run(
        "tc",
        ["qdisc", "add", "dev", _outer, "root", "tbf", "rate", rate, "burst", "32kb", "latency", "50ms"]);

    /// <summary>The end of <see cref="Limit"/>.</summary>
    public void Unlimit() => NetworkLab.Run("tc", ["qdisc", "delete", "dev", _outer, "root"]);

    public void Dispose()
    {
        _http.Dispose();
        _holder.StandardInput.Close();
        _holder.WaitForExit();
        _holder.Dispose();
    }

    private string[] Inside => ["--target", $"{_holder.Id}", "--net"];

    private void Run(string program, params IEnumerable<string> words) =>
        NetworkLab.Run("nsenter", [.. Inside, program, .. words]);

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
                using SafeFileHandle space = File.OpenHandle($"/proc/{_holder.Id}/ns/net");
                if (SetNs(space, NewNet) != 0)
                    throw new InvalidOperationException($"setns: error {Marshal.GetLastPInvokeError()}");
                made = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            }
            catch (Exception e) when (e is IOException or InvalidOperationException or SocketException)
            {
                fault = e;
            }
        });
        thread.Start();
        thread.Join();
        return made ?? throw new InvalidOperationException($"no socket at {Address}", fault);
    }

    [LibraryImport("libc", EntryPoint = "setns", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SetNs(SafeHandle space, int kind);
}
