using System.Net;
using System.Net.Sockets;
using Testing;
using Testing.Processes;

namespace Integration.BadInput;

/// <summary>What start-up needs and cannot have: exit code 2, one line with what to do.</summary>
public sealed class StartTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly TcpListener _taken = new(IPAddress.Loopback, 0);

    public StartTests() => _taken.Start();

    private string Taken => _taken.LocalEndpoint.ToString()!;

    [Fact]
    public void Simulator_LinkPortInUse_ReportsWhatToDo()
    {
        using HostProcess run = Hosts.StartSimulator("--Link:Listen", $"tcp://{Taken}");
        Refused(run, $"Link:Listen tcp://{Taken}", "or choose another port");
    }

    [Theory]
    [InlineData("--Publish:Endpoint", "tcp")]
    [InlineData("--Control:Endpoint", "tcp")]
    [InlineData("--Http:Url", "http")]
    public void Connector_PortInUse_ReportsWhatToDo(string option, string scheme)
    {
        using HostProcess run = Hosts.StartSelfFed(_folder.File("state"), option, $"{scheme}://{Taken}");
        Refused(run, $"{scheme}://{Taken}", "choose another port");
    }

    [Fact]
    public void Monitor_HttpPortInUse_ReportsWhatToDo()
    {
        using HostProcess run = Hosts.StartMonitor(
            _folder.File("state"), "tcp://127.0.0.1:1", "tcp://127.0.0.1:2", "--Http:Url", $"http://{Taken}");
        Refused(run, $"http://{Taken}", "choose another port");
    }

    // With so few a crowd of peers could take the last one, which .NET does not survive.
    [Theory]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void Host_FewOpenFilesAllowed_IsRefused(string program)
    {
        using HostProcess run = HostProcess.StartUnder(
            "prlimit",
            ["--nofile=256:256"],
            program,
            ["run", "--State:Folder", _folder.File("state"), "--Http:Url", Hosts.AnyHttp]);
        Refused(run, "the limit of open files is 256, and 1024 are needed", "ulimit -n 65536");
    }

    [Fact]
    public void Connector_StateFolderInUse_IsRefused()
    {
        using HostProcess first = Hosts.StartSelfFed(_folder.File("state"));
        first.Endpoint("http");
        using HostProcess second = Hosts.StartSelfFed(_folder.File("state"));
        Refused(second, "is in use by another process", "choose another State:Folder");
    }

    [Fact]
    public void Connector_StateFolderIsAFile_IsRefused()
    {
        File.WriteAllText(_folder.File("state"), "");
        using HostProcess run = Hosts.StartSelfFed(_folder.File("state"));
        Refused(run, "is a file", "choose another State:Folder");
    }

    [Fact]
    public void Connector_StateFolderBehindAFile_IsRefused()
    {
        File.WriteAllText(_folder.File("file"), "");
        using HostProcess run = Hosts.StartSelfFed(Path.Combine(_folder.File("file"), "state"));
        Refused(run, "cannot be created", "choose another State:Folder");
    }

    [Fact]
    public void Connector_StateOfANewerProgram_IsRefused()
    {
        Directory.CreateDirectory(_folder.File("state"));
        File.WriteAllText(
            Path.Combine(_folder.File("state"), "state.json"),
            """{"format": 99, "publisher": "00112233-4455-6677-8899-aabbccddeeff", "epoch": 1, "catalogueRevision": 1, "streams": []}""");
        using HostProcess run = Hosts.StartSelfFed(_folder.File("state"));
        Refused(run, "has format 99, this program supports 1", "use the newer program");
    }

    [Fact]
    public void Connector_DamagedState_IsRefused()
    {
        Directory.CreateDirectory(_folder.File("state"));
        File.WriteAllText(Path.Combine(_folder.File("state"), "state.json"), "{ no json");
        using HostProcess run = Hosts.StartSelfFed(_folder.File("state"));
        Refused(run, "state.json is damaged", "restore it from a backup");
    }

    public void Dispose()
    {
        _taken.Dispose();
        _folder.Dispose();
    }

    private static void Refused(HostProcess run, string what, string remedy)
    {
        run.WaitForExit().ShouldBe(2, run.Everything);
        string line = run.Errors.ShouldHaveSingleItem();
        line.ShouldSatisfyAllConditions(() => line.ShouldContain(what), () => line.ShouldContain(remedy));
    }
}
