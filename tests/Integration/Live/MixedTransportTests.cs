using Testing;
using Testing.Processes;

namespace Integration.Live;

/// <summary>
/// Connector and monitor with the direct transport, and one of them with it and the other with libzmq: the account of
/// the run is exact, also over a restart of the connector, and the certificate is complete.
/// </summary>
public sealed class MixedTransportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("direct", "direct")]
    [InlineData("direct", "libzmq")]
    [InlineData("libzmq", "direct")]
    public void Run_ConnectorThatIsRestarted_EveryBlockIsDeliveredOnce(string ofConnector, string ofMonitor)
    {
        using HostProcess first = Start(ofConnector, Hosts.AnyPort, Hosts.AnyPort);
        string publish = first.Endpoint("publish");
        string control = first.Endpoint("control");
        using HostProcess monitor = Hosts.StartMonitor(
            _folder.File("monitor"), publish, control, "--Transport:Library", ofMonitor);
        MonitorView view = new(monitor);
        LibraryOf(first).ShouldBe(ofConnector);
        LibraryOf(monitor).ShouldBe(ofMonitor);
        view.WaitForMore(Hosts.Rate);

        Stop(first);
        view.WaitForStatus("stale");
        using HostProcess second = Start(ofConnector, publish, control);
        view.WaitForStatus("ok");
        view.WaitForMore(Hosts.Rate);
        Stop(second);
        view.WaitForStatus("stale");

        view.Account.ShouldSatisfyAllConditions(
            a => a.Closes.ShouldBeTrue(a.ToString()),
            a => a.Delivered.ShouldBe(a.Published),
            a => a.Missing.ShouldBe(0),
            a => a.DeclaredLost.ShouldBe(0),
            a => a.SilentLoss.ShouldBe(0));
        view.Health.GetProperty("badFrames").EnumerateObject().ShouldAllBe(cause => cause.Value.GetInt64() == 0);
        Stop(monitor);
        using HostProcess certificate = HostProcess.Start(
            Hosts.Monitor, "certificate", "--State:Folder", _folder.File("monitor"));
        certificate.WaitForExit().ShouldBe(0, certificate.Everything);
        certificate.Output.First().ShouldContain("COMPLETE");
    }

    public void Dispose() => _folder.Dispose();

    private HostProcess Start(string library, string publish, string control) => Hosts.StartSelfFed(
        _folder.File("connector"),
        "--Transport:Library", library, "--Publish:Endpoint", publish, "--Control:Endpoint", control);

    private static void Stop(HostProcess process)
    {
        process.Signal(ProcessSignals.Terminate);
        process.WaitForExit().ShouldBe(0, process.Everything);
    }

    private static string LibraryOf(HostProcess process) =>
        process.Json("/health").GetProperty("transport").GetProperty("library").GetString()!;
}
