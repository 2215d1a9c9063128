using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.BadInput;

/// <summary>The ZeroMQ library that was requested, and machines that do not have it.</summary>
public sealed class TransportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string, string[], string> Refusals => new()
    {
        { Hosts.Connector, ["--Transport:Library", "zmq"], "Transport:Library (from command line): 'zmq'" },
        { Hosts.Monitor, ["--Transport:Library", "zmq"], "one of auto, libzmq, netmq, direct" },
        { Hosts.Connector, ["--Transport:Library", "netmq", "--Publish:Endpoint", "tcp://0.0.0.0:5556"], "NetMQ binds on loopback only" },
        { Hosts.Connector, ["--Transport:Library", "netmq", "--Control:Endpoint", "tcp://10.0.0.7:5557"], "apt-get install libzmq5" },
        { Hosts.Connector, ["--Transport:Library", "netmq", "--Publish:Endpoint", "ipc:///tmp/data"], "does not share with other libraries" },
        { Hosts.Monitor, ["--Transport:Library", "netmq", "--Subscribe:Endpoint", "tcp://rig.lab:5556"], "NetMQ connects on loopback only" },
        { Hosts.Monitor, ["--Transport:Library", "netmq", "--Derived:Endpoint", "tcp://0.0.0.0:0"], "its CURVE hands plain text to old peers" },
        { Hosts.Connector, ["--Transport:Library", "direct", "--Publish:Endpoint", "tcp://0.0.0.0:5556"], "can be reached from other machines, which needs CURVE keys" },
        { Hosts.Monitor, ["--Transport:Library", "direct", "--Subscribe:Endpoint", "tcp://rig.lab:0"], "names no port" },
        { Hosts.Monitor, ["--Transport:Library", "direct", "--Derived:Endpoint", "tcp://0.0.0.0:0"], "can be reached from other machines" },
    };

    [Theory]
    [MemberData(nameof(Refusals))]
    public void Run_WhatTheLibraryDoesNotDo_ExitsWithOneLine(string program, string[] arguments, string line)
    {
        using var run = HostProcess.Start(program, ["run", "--State:Folder", _folder.File("state"), .. arguments]);
        run.WaitForExit().ShouldBe(2, run.Everything);
        run.Errors.ShouldHaveSingleItem().ShouldContain(line);
    }

    [Fact]
    public void Run_LibzmqThatIsNotThere_ExitsWithOneLine()
    {
        using HostProcess run = WithoutLibzmq("--Transport:Library", "libzmq");
        run.WaitForExit().ShouldBe(2, run.Everything);
        string line = run.Errors.ShouldHaveSingleItem();
        line.ShouldSatisfyAllConditions(
            () => line.ShouldContain("libzmq is not installed"),
            () => line.ShouldContain("apt-get install libzmq5"),
            () => line.ShouldContain("Transport:Library netmq"));
    }

    [Fact]
    public void Run_NetMqWithoutLibzmq_RunsItAndReportsIt()
    {
        using HostProcess run = WithoutLibzmq("--Transport:Library", "netmq");
        run.Json("/health").GetProperty("transport").GetProperty("library").GetString().ShouldBe("netmq");
        run.Text("/metrics").ShouldContain("telemetry_transport_info{library=\"netmq\",version=\"");
        run.WaitForError("transport netmq 4.");
    }

    [Theory]
    [InlineData("auto")]
    [InlineData("direct")]
    public void Run_DirectWithoutLibzmq_RunsItAndReportsIt(string choice)
    {
        using HostProcess run = WithoutLibzmq("--Transport:Library", choice);
        JsonElement health = run.Json("/health");
        health.GetProperty("transport").GetProperty("library").GetString().ShouldBe("direct");
        health.GetProperty("publish").GetProperty("dropped").GetInt64().ShouldBe(0);
        string metrics = run.Text("/metrics");
        metrics.ShouldContain("telemetry_transport_info{library=\"direct\",version=\"ZMTP 3.1\"");
        metrics.ShouldContain("telemetry_publish_dropped_total");
        run.WaitForError("transport direct ZMTP 3.1");
    }

    [Fact]
    public void Run_Libzmq_RunsItAndReportsIt()
    {
        using HostProcess run = Hosts.StartSelfFed(_folder.File("state"), "--Transport:Library", "libzmq");
        run.Json("/health").GetProperty("transport").GetProperty("version").GetString()!.ShouldStartWith("4.");
        run.WaitForError("transport libzmq 4.");
    }

    public void Dispose() => _folder.Dispose();

    // Files that are no library, in front of the real one.
    private HostProcess WithoutLibzmq(params string[] arguments)
    {
        string libraries = _folder.File("libraries");
        Directory.CreateDirectory(libraries);
        foreach (string name in (string[])["libzmq.so.5", "libzmq.so"])
            File.WriteAllText(Path.Combine(libraries, name), "no library");
        return HostProcess.StartWith(
            new() { ["LD_LIBRARY_PATH"] = libraries },
            Hosts.Connector,
            [
                "run", "--State:Folder", _folder.File("state"), "--Publish:Endpoint", Hosts.AnyPort,
                "--Control:Endpoint", Hosts.AnyPort,
                "--Http:Url", Hosts.AnyHttp, "--Source:Type", "simulator", "--Source:Preset", "small", .. arguments,
            ]);
    }
}
