using System.Diagnostics;
using System.Globalization;
using System.Net;

namespace Testing.Networks;

/// <summary>
/// Hosts of their own on one machine: network namespaces on a bridge, which this process is on too. Needs Linux, root
/// and iproute2. All of it goes when it is disposed.
/// </summary>
public sealed class NetworkLab : IDisposable
{
    private static int _labs;
    private readonly List<NetworkSpace> _spaces = [];
    private readonly string _bridge;
    private readonly string _subnet;

    public NetworkLab()
    {
        int number = Interlocked.Increment(ref _labs);
        _bridge = string.Create(CultureInfo.InvariantCulture, $"tb{Environment.ProcessId}x{number}");
        _subnet = string.Create(CultureInfo.InvariantCulture, $"10.231.{Environment.ProcessId % 250}");
        Address = IPAddress.Parse($"{_subnet}.254");
        Run("ip", ["link", "add", _bridge, "type", "bridge"]);
        Run("ip", ["address", "add", $"{Address}/24", "dev", _bridge]);
        Run("ip", ["link", "set", _bridge, "up"]);
    }

    /// <summary>Address of this process on the bridge.</summary>
    public IPAddress Address { get; }

    /// <summary>A new host on the bridge.</summary>
    public NetworkSpace Add()
    {
        int number = _spaces.Count + 1;
        var space = new NetworkSpace(
            string.Create(CultureInfo.InvariantCulture, $"{_bridge}v{number}"),
            _bridge,
            IPAddress.Parse(string.Create(CultureInfo.InvariantCulture, $"{_subnet}.{number}")));
        _spaces.Add(space);
        return space;
    }

    public void Dispose()
    {
        _spaces.ForEach(space => space.Dispose());
        Run("ip", ["link", "delete", _bridge]);
    }

    internal static void Run(string program, IEnumerable<string> words)
    {
        string[] all = [.. words];
        using Process process = Process.Start(new ProcessStartInfo(program, all) { RedirectStandardError = true })!;
        string text = process.StandardError.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{program} {string.Join(' ', all)}: {text.Trim()}");
    }
}
