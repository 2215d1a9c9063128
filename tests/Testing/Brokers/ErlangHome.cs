using System.Net.Sockets;
using System.Security.Cryptography;
using Testing.Processes;

namespace Testing.Brokers;

/// <summary>
/// What the nodes of one broker share: a folder, in it the cookie that admits a node, and a port mapper of their own
/// (epmd) on loopback, so that they never meet a broker that runs on this machine as a service.
/// </summary>
internal sealed class ErlangHome : IDisposable
{
    // Waits for the end of its input, which is that of the process of the tests, however it ended: then nobody else is
    // left to end the nodes, which are found by the folder in their environment.
    private const string Guard =
        """
        trap '' INT HUP TERM
        read -r _
        for file in $(grep -lF "HOME=$1" /proc/[0-9]*/environ 2>/dev/null); do
          id=${file#/proc/}
          kill -9 "${id%/environ}"
        done
        rm -rf "$1"
        """;

    private readonly HostProcess _guard;
    private readonly HostProcess _mapper;

    public ErlangHome()
    {
        Folder = Directory.CreateTempSubdirectory("telemetry-mq-").FullName;
        string cookie = Path.Combine(Folder, ".erlang.cookie");
        File.WriteAllText(cookie, Convert.ToHexString(RandomNumberGenerator.GetBytes(16)));
        // Erlang refuses a cookie that others may read.
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(cookie, UnixFileMode.UserRead);
        _guard = HostProcess.Run("guard", "sh", [], ["-c", Guard, "guard", Folder]);
        MapperPort = Hosts.FreePort();
        // In the foreground: a node that finds no mapper starts one that outlives it.
        _mapper = HostProcess.Run(
            "epmd", "epmd", new() { ["HOME"] = Folder }, ["-address", "127.0.0.1", "-port", $"{MapperPort}"]);
        try
        {
            Eventually.True(IsMapperUp, "epmd listens");
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public string Folder { get; }

    public int MapperPort { get; }

    public void Dispose()
    {
        _mapper.Dispose();
        _guard.Dispose();
        Directory.Delete(Folder, recursive: true);
    }

    private bool IsMapperUp()
    {
        if (!_mapper.IsRunning)
            throw new InvalidOperationException($"epmd ended: {_mapper.Everything}");
        try
        {
            using TcpClient client = new("127.0.0.1", MapperPort);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
