using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>clients/python/link_controller.py feeds our connector, and through it our monitor.</summary>
public sealed class Controller : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess? _controller;
    private readonly HostProcess? _connector;
    private readonly HostProcess? _monitor;

    public Controller()
    {
        if (Python.Missing is not null)
            return;
        _controller = Python.Start("link_controller.py", "0");
        _connector = Hosts.StartConnector(_folder.File("connector"), "--Source:Endpoint", _controller.Endpoint("link"));
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector);
        View = new MonitorView(_monitor);
        View.WaitForStatus("ok");
        View.WaitForValues();
    }

    public MonitorView View { get; } = null!;

    public void Dispose()
    {
        _monitor?.Dispose();
        _connector?.Dispose();
        _controller?.Dispose();
        _folder.Dispose();
    }
}

public sealed class ControllerTests(Controller controller) : IClassFixture<Controller>
{
    private const int Points = 10;
    private const int Period = 800;

    [PythonFact]
    public void Controller_Values_AreThosePythonSent()
    {
        JsonElement snapshot = controller.View.Snapshot;
        long n = snapshot.GetProperty("sequence").GetInt64() - 1;
        double last = ((n * Points) + Points - 1) % Period;
        snapshot.GetProperty("channels").EnumerateArray().Select(c => c.GetProperty("value").GetDouble())
            .ShouldBe([0, n, last * 0.125, last * -0.25, last * 0.5]);
    }

    [PythonFact]
    public void Controller_NamesAndUnits_AreThoseOfItsHello() =>
        controller.View.Snapshot.GetProperty("channels").EnumerateArray()
            .Select(c => $"{c.GetProperty("name")} {c.GetProperty("unit")}".TrimEnd())
            .ShouldBe(["servo1.activectrl", "servo1.count", "servo1.command mm", "servo1.output %", "servo1.force kN"]);

    [PythonFact]
    public void Controller_Stream_HasItsName() =>
        controller.View.Stream.GetProperty("name").GetString().ShouldBe("python");

    [PythonFact]
    public void Controller_Account_ClosesWithoutLoss()
    {
        controller.View.WaitForMore(20);
        controller.View.Account.ShouldSatisfyAllConditions(
            a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }
}
