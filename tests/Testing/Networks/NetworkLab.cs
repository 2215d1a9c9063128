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
        Ip("link", "add", _bridge, "type", "bridge");
        Ip("address", "add", $"{Address}/24", "dev", _bridge);
        Ip("link", "set", _bridge, "up");
    }

    /// <summary>Why there can be none here, in one line; null when there can.</summary>
    public static string? Missing { get; } = FindMissing();

    /// <summary>Address of this process on the bridge.</summary>
    public IPAddress Address { get; }

    /// <summary>A new host on the bridge.</summary>
    public NetworkSpace Add()
    {
        int number = _spaces.Count + 1;
        var space = new NetworkSpace(
            string.Create(CultureInfo.InvariantCulture, $"{_bridge}n{number}"),
            string.Create(CultureInfo.InvariantCulture, $"{_bridge}v{number}"),
            _bridge,
            IPAddress.Parse(string.Create(CultureInfo.InvariantCulture, $"{_subnet}.{number}")));
        _spaces.Add(space);
        return space;
    }

    public void Dispose()
    {
        _spaces.ForEach(space => space.Dispose());
        Ip("link", "delete", _bridge);
    }

    internal static void Ip(params IEnumerable<string> words) => Run("ip", words);

    internal static void Run(string program, IEnumerable<string> words)
    {
        (int code, string text) = TryRun(program, words);
        if (code != 0)
            throw new InvalidOperationException($"{program} {string.Join(' ', words)}: {text}");
    }

    private static (int Code, string Text) TryRun(string program, IEnumerable<string> words)
    {
        using Process process = Process.Start(
            new ProcessStartInfo(program, words) { RedirectStandardError = true, RedirectStandardOutput = true })!;
        string text = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, text.Trim());
    }

    private static string? FindMissing()
    {
        if (!OperatingSystem.IsLinux())
            return "network namespaces are of Linux";
        try
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"tb{Environment.ProcessId}p");
            (int code, string text) = TryRun("ip", ["netns", "add", name]);
            if (code != 0)
                return $"no network namespace can be made (root is needed): {text}";
            Ip("netns", "delete", name);
            return null;
        }
        catch (System.ComponentModel.Win32Exception missing)
        {
            return $"ip of iproute2 cannot be run: {missing.Message}";
        }
    }
}
