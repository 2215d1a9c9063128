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
    private readonly HostProcess _mapper;

    public ErlangHome()
    {
        Folder = Directory.CreateTempSubdirectory("telemetry-mq-").FullName;
        string cookie = Path.Combine(Folder, ".erlang.cookie");
        File.WriteAllText(cookie, Convert.ToHexString(RandomNumberGenerator.GetBytes(16)));
        // Erlang refuses a cookie that others may read.
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(cookie, UnixFileMode.UserRead);
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
