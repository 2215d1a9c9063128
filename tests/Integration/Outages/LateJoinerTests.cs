using Testing;
using Testing.Processes;
using Xunit.Abstractions;

namespace Integration.Outages;

/// <summary>
/// A monitor that comes late, without a saved position: the snapshot, then live at once. From its sockets being there
/// to the first values on its board 500 ms are allowed on a quiet machine; `firstValueMs` of /health measures it, and
/// the test prints it. The limit that fails leaves room for a machine with everything else to do.
/// </summary>
public sealed class LateJoinerTests : IDisposable
{
    private const double LimitMs = 3000;
    private readonly ITestOutputHelper _output;
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;

    public LateJoinerTests(ITestOutputHelper output)
    {
        _output = output;
        _connector = Hosts.StartSelfFed(_folder.File("connector"));
        Eventually.True(
            () => _connector.Json("/health").GetProperty("streams").GetArrayLength() > 0, "the connector publishes");
    }

    public void Dispose()
    {
        _connector.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("replay")]
    [InlineData("skip")]
    public void Start_BesideARunningConnector_ShowsValuesAtOnce(string onHole)
    {
        using HostProcess monitor = Hosts.StartMonitor(_folder.File(onHole), _connector, "--Delivery:OnHole", onHole);
        var view = new MonitorView(monitor);
        view.WaitForValues();
        double firstMs = view.Stream.GetProperty("firstValueMs").GetDouble();
        _output.WriteLine($"first values {firstMs:F1} ms after the sockets were there");

        firstMs.ShouldBeInRange(0.1, LimitMs);
        view.WaitForMore(10);
        view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
        view.Health.GetProperty("position").GetProperty("saving").GetBoolean().ShouldBe(onHole == "replay");
    }
}
