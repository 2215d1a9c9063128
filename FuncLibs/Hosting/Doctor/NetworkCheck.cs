using System.ComponentModel;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace FuncLibs.Hosting.Doctor;

/// <summary>Ports, socket buffers and the firewall.</summary>
internal static class NetworkCheck
{
    private const string Port = "port";
    private const string Buffers = "buffers";
    private const string Wall = "firewall";
    private const long NeededBuffer = 1 << 20;
    private static readonly TimeSpan ToolLimit = TimeSpan.FromSeconds(5);

    /// <summary>Can the address be bound now?</summary>
    /// <param name="bind">The address.</param>
    /// <param name="isRunning">True when the program itself has the ports.</param>
    public static DoctorFinding CheckPort(DoctorBind bind, bool isRunning)
    {
        if (bind.Tcp is not { } uri)
            return DoctorFinding.Ok(Port, $"{bind.Option} {bind.Address}: no fixed port");
        try
        {
            TcpListener listener = new(AddressOf(uri), uri.Port);
            listener.Start();
            listener.Dispose();
            return DoctorFinding.Ok(Port, $"{bind.Option} {bind.Address} is free");
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.AddressAlreadyInUse && isRunning)
        {
            return DoctorFinding.Ok(Port, $"{bind.Option} {bind.Address} is in use, and the program runs");
        }
        catch (SocketException e)
        {
            return DoctorFinding.Fail(Port, $"{bind.Option} {bind.Address}: {e.Message}", FixOf(e, uri.Port));
        }
    }

    /// <summary>The programs ask for socket buffers of 1 MiB; the kernel gives at most its own limit.</summary>
    public static DoctorFinding CheckBuffers(SystemFiles system)
    {
        long? receive = system.Number("/proc/sys/net/core/rmem_max");
        long? send = system.Number("/proc/sys/net/core/wmem_max");
        if (receive is null || send is null)
            return DoctorFinding.Ok(Buffers, $"the limits of socket buffers are not visible in this namespace");
        return Math.Min(receive.Value, send.Value) < NeededBuffer
            ? DoctorFinding.Warn(
                Buffers,
                $"net.core.rmem_max {receive}, wmem_max {send}: over a network a burst waits in the program",
                $"sudo sysctl -w net.core.rmem_max={NeededBuffer} net.core.wmem_max={NeededBuffer}")
            : DoctorFinding.Ok(Buffers, $"net.core.rmem_max {receive}, wmem_max {send}");
    }

    /// <summary>Does a firewall let peers reach the ports that are bound beyond loopback?</summary>
    public static DoctorFinding CheckFirewall(IReadOnlyList<DoctorBind> binds, SystemFiles system)
    {
        int[] ports = [.. binds.Where(bind => bind.IsReachable).Select(bind => bind.Tcp!.Port).Distinct()];
        if (ports.Length == 0)
            return DoctorFinding.Ok(Wall, $"nothing is bound beyond loopback");
        if (system.Lines("/etc/ufw/ufw.conf").Contains("ENABLED=yes"))
            return JudgeUfw(ports, system.Read("/etc/ufw/user.rules"));
        return ReadRules() is { } rules
            ? JudgeRules(ports, rules)
            : DoctorFinding.Warn(
                Wall,
                $"the rules cannot be read by this user, or nft is missing; peers need the ports {Join(ports)}",
                $"sudo nft list ruleset");
    }

    /// <summary>Judges the rules of ufw: it refuses what no rule allows.</summary>
    public static DoctorFinding JudgeUfw(IReadOnlyList<int> ports, string? rules)
    {
        if (rules is null)
            return DoctorFinding.Warn(
                Wall, $"ufw is on, and its rules cannot be read by this user", $"sudo ufw status");
        int[] closed = [.. ports.Where(port => !HasWord(rules, port))];
        return closed.Length == 0
            ? DoctorFinding.Ok(Wall, $"ufw is on, with rules for {Join(ports)}")
            : DoctorFinding.Fail(
                Wall,
                $"ufw is on, and no rule allows {Join(closed)}",
                $"sudo ufw allow proto tcp to any port {string.Join(',', closed)}");
    }

    /// <summary>Judges a ruleset of nftables: a chain for input that drops what no rule names closes a port.</summary>
    public static DoctorFinding JudgeRules(IReadOnlyList<int> ports, string rules)
    {
        bool drops = rules.Split('\n').Any(line => line.Contains("hook input", StringComparison.Ordinal)
            && line.Contains("policy drop", StringComparison.Ordinal));
        int[] closed = [.. ports.Where(port => drops && !HasWord(rules, port))];
        return closed.Length == 0
            ? DoctorFinding.Ok(Wall, $"no rule of nftables closes {Join(ports)}")
            : DoctorFinding.Fail(
                Wall,
                $"nftables drops what no rule names, and none names {Join(closed)}",
                $"sudo nft add rule inet filter input tcp dport {{ {Join(closed)} }} accept");
    }

    private static FormattableString FixOf(SocketException e, int port) => e.SocketErrorCode switch
    {
        SocketError.AddressAlreadyInUse => $"end the program that has it: sudo ss -ltnp 'sport = :{port}'",
        SocketError.AccessDenied => $"choose a port above 1023, or AmbientCapabilities=CAP_NET_BIND_SERVICE",
        SocketError.AddressNotAvailable => $"choose an address of this machine: ip -brief address",
        _ => $"choose another address or port",
    };

    private static IPAddress AddressOf(Uri uri) => IPAddress.TryParse(uri.Host.Trim('[', ']'), out IPAddress? address)
        ? address
        : Array.Find(Dns.GetHostAddresses(uri.Host), a => a.AddressFamily == AddressFamily.InterNetwork)
            ?? throw new SocketException((int)SocketError.HostNotFound);

    private static string Join(IEnumerable<int> ports) => string.Join(", ", ports);

    private static bool HasWord(string text, int port) => text
        .Split((char[])[' ', '\n', '\t', ',', '{', '}', ':', '-'], StringSplitOptions.RemoveEmptyEntries)
        .Contains($"{port}");

    // Null when the tool is missing or may not read.
    private static string? ReadRules()
    {
        try
        {
            using Process? tool = Process.Start(new ProcessStartInfo("nft", ["list", "ruleset"])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            });
            Task<string>? rules = tool?.StandardOutput.ReadToEndAsync();
            if (tool is null || !tool.WaitForExit(ToolLimit) || tool.ExitCode != 0)
                return null;
            return rules!.GetAwaiter().GetResult();
        }
        catch (Exception e) when (e is Win32Exception or UnauthorizedAccessException or IOException)
        {
            return null;
        }
    }
}
