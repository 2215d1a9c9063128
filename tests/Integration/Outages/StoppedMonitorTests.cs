using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Outages;

/// <summary>A monitor that is stopped for seconds, as a busy or sleeping PC is:
/// PUB drops what it does not take, the journal has it.</summary>
public sealed class StoppedMonitorTests : IDisposable
{
    private const ulong Missed = 900;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;
    private readonly MonitorView _view;
    private HostProcess? _back;

    public StoppedMonitorTests()
    {
        _connector = Start();
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector);
        _view = new MonitorView(_monitor);
        _view.WaitForMore(100);
    }

    public void Dispose()
    {
        _monitor.Signal(ProcessSignals.Continue);
        _monitor.Dispose();
        _back?.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Continue_AfterMoreThanTheQueuesHold_GetsEveryBlock()
    {
        _monitor.Signal(ProcessSignals.Stop);
        WaitForBlocks(_connector, LastOf(_connector) + Missed);
        _monitor.Signal(ProcessSignals.Continue);

        WaitUntilHealed();
    }

    [Fact]
    public void Continue_AfterTheConnectorWasKilledMeanwhile_GetsTheEndOfItsEpochToo()
    {
        _monitor.Signal(ProcessSignals.Stop);
        WaitForBlocks(_connector, LastOf(_connector) + Missed);
        string[] ports =
        [
            "--Publish:Endpoint", _connector.Endpoint("publish"), "--Control:Endpoint", _connector.Endpoint("control"),
        ];
        _connector.Signal(ProcessSignals.Kill);
        _connector.WaitForExit();
        _back = Start(ports);
        WaitForBlocks(_back, 100);
        _monitor.Signal(ProcessSignals.Continue);

        // On a busy machine something may have been replayed before: without the new epoch that would look healed at
        // once.
        ulong epoch = _back.Json("/health").GetProperty("epoch").GetUInt64();
        Eventually.True(
            () => _view.Stream.GetProperty("epoch").GetUInt64() == epoch, "the new epoch is reached", Limit);
        WaitUntilHealed();
    }

    // Its queue holds the least that may be configured.
    private HostProcess Start(params IEnumerable<string> more) => Hosts.StartConnector(
        _folder.File("connector"),
        [
            "--Source:Type", "simulator", "--Source:Preset", "reference", "--Source:Seed", "1", "--Publish:QueueMiB",
            "1",
            "--Journal:QuotaGB", "2", .. more,
        ]);

    // What a kill takes with it, frames that were sent and not written yet, is declared.
    private void WaitUntilHealed()
    {
        Eventually.True(
            () => _view.Stream is var stream && stream.GetProperty("replayed").GetInt64() > 0
                && stream.GetProperty("missing").GetInt64() == 0 && stream.GetProperty("state").GetString() == "live",
            "all that was missed is replayed",
            Limit);
        MonitorAccount account = _view.Account;
        account.Closes.ShouldBeTrue();
        account.DeclaredLost.ShouldBeLessThanOrEqualTo(_connector.IsRunning ? 0 : TakenByTheKill());
    }

    // On a busy machine the journal's thread may be some hundred ms behind.
    private long TakenByTheKill() =>
        JsonDocument.Parse(File.ReadAllText(Path.Combine(_folder.File("connector"), "epochs.json")))
            .RootElement.GetProperty("epochs").EnumerateArray()
            .Where(epoch => epoch.GetProperty("stream").GetUInt32() != 0)
            .Sum(epoch => epoch.GetProperty("last").GetInt64() - epoch.GetProperty("lastRecovered").GetInt64());

    private static void WaitForBlocks(HostProcess connector, ulong last) =>
        Eventually.True(() => LastOf(connector) >= last, "blocks are published", Limit);

    private static ulong LastOf(HostProcess connector)
    {
        JsonElement streams = connector.Json("/health").GetProperty("streams");
        return streams.GetArrayLength() == 0 ? 0 : streams[0].GetProperty("last").GetUInt64();
    }
}
